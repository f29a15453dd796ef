"""Keys as bytes: DER, PEM, JWK and OpenSSH's forms. Users meet these as methods of keys (`forms.py`) and as the loaders of
`akela.crypto.keys`.

A written form is taken apart into the plain values of `parts.py`, and a key is built from those, so that no file here computes with keys.
"""
