"""The same model without ONNX Runtime: its own arithmetic, for translating many texts at once."""
