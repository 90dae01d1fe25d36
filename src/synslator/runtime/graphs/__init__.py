"""Running the graphs of a package with ONNX Runtime."""
