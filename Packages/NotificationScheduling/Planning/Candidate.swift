/// A notification that could be planned, before quiet hours: numbers only, so that hundreds of thousands are searched
/// in no time.
struct Candidate {
    /// When it fires unless quiet hours move it, in seconds since 1970.
    let raw: Int
    /// It fires before this, in seconds since 1970.
    let limit: Int
    /// The place of its fact in the table.
    let fact: Int32
    /// The place of its rule in the fact.
    let rule: Int16
    let movesInQuietHours: Bool
    let isSnoozed: Bool
    /// The lead time in seconds.
    let lead: Int32
}

/// A candidate with the time at which it fires.
struct Choice: Comparable {
    /// In seconds since 1970.
    let fire: Int
    let candidate: Candidate

    /// The sooner; of the same time by subject, then by rule, then the longer lead.
    static func < (lhs: Self, rhs: Self) -> Bool {
        if lhs.fire != rhs.fire { return lhs.fire < rhs.fire }
        if lhs.candidate.fact != rhs.candidate.fact { return lhs.candidate.fact < rhs.candidate.fact }
        if lhs.candidate.rule != rhs.candidate.rule { return lhs.candidate.rule < rhs.candidate.rule }
        if lhs.candidate.lead != rhs.candidate.lead { return lhs.candidate.lead > rhs.candidate.lead }
        return !lhs.candidate.isSnoozed && rhs.candidate.isSnoozed
    }

    static func == (lhs: Self, rhs: Self) -> Bool { !(lhs < rhs) && !(rhs < lhs) }
}
