extension String {
    /// Whether this is what every token looks like, see ``BackendContext/newToken()``: any other text is refused before
    /// the store is asked.
    package var isToken: Bool { utf8.count == 64 && isHexadecimal }

    /// Whether these are hexadecimal digits as a ``SecretDigest`` writes them, not too many to be of one.
    package var isHexadecimal: Bool {
        (1...1_024).contains(utf8.count)
            && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
