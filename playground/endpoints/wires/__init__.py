"""One module per wire dialect: how a request is written for its servers, and how their answers are read. No network here."""
