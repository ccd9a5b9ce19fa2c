package enum ConstantTime {
    /// Whether the texts are the same, in a time that depends on their lengths alone.
    @inline(never)
    package static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
