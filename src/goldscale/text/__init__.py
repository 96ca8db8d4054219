"""The engine that turns bytes into columns: fields, names, numbers, headers, wide and long tables; and back."""
