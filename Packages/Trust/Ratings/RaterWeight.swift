/// What decides the weight of a rater's vote beside its age, in 65,536ths.
struct RaterWeight: Codable, Hashable, Sendable {
    /// The people besides the raters who have confirmed a meeting with this one, each divided among those confirmed.
    var confirmations: Int64 = 0
    /// The raters of the same person that this one knows.
    var known: Int64 = 0
}

/// What was published of a rater before.
struct KeptWeight {
    var weight = RaterWeight()
    /// Whether the account is erased, so that confirmations no longer increase.
    var isErased = false
}
