"""Many measurements on one page: tables, plots, the published figures beside them."""
