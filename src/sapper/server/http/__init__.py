"""HTTP: routes, requests and their answers, and the files of the page."""
