"""From trained weights to a model package: neutral weights, int8, ONNX graphs."""
