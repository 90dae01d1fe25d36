"""Commands for documents: read, analyse, translate and write them."""
