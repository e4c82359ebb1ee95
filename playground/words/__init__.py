"""Every sentence that a person reads, in each language; lower layers hand on Text and only a front end renders it."""
