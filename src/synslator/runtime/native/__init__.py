"""The same model without ONNX Runtime: its own arithmetic, for keystrokes and for many texts at once."""
