public import OrbitModels

extension Vocabulary {
    /// The English lines of a reputation that other people see. Parameters: `rating`, `count`.
    public static let reputationShown = Vocabulary(
        "reputation",
        [
            "new": "New here", "rating": "{rating} of 5 stars, {count} ratings or more",
            "attended": "Came to {count} meetups or more", "hosted": "Hosted {count} meetups or more",
            "certified": "Certified host",
        ])

    /// The English lines of the facts behind the user's own reputation. Parameter: `count`.
    public static let attendanceFacts = Vocabulary(
        "attendance_fact",
        [
            "kept": "Came as agreed: {count}", "late": "Of these, came late: {count}",
            "cancelled_late": "Cancelled late: {count}", "no_show": "Did not come: {count}",
            "hosted": "Hosted: {count}",
        ])

    /// The English sentences that explain how a reputation is computed.
    public static let reputationExplained = Vocabulary(
        "reputation_explained",
        [
            "level": "Your level depends on what you do, never on how popular you are.",
            "kept": "A meetup counts once you have checked in. Up to three meetups of the same host count.",
            "broken": """
            A meetup that you missed counts only if another guest came. You must also have agreed to its time \
            and place. It counts once for each host.
            """,
            "stars": """
            We average your stars with those of your campus. Old ratings count for less, and so do ratings of \
            people who rate each other.
            """,
            "batches": """
            Others see rounded numbers that change by several at once. So nobody can tell who said what, or \
            which meetup you missed.
            """,
        ])

    /// The keys of ``reputationExplained`` in display order.
    static let reputationSteps = ["level", "kept", "broken", "stars", "batches"]

    /// The vocabularies of a standing.
    public static let standing = [reputationShown, attendanceFacts, reputationExplained]
}

extension ReputationStats {
    /// Returns the lines to show for the reputation.
    public func lines(in words: LocalizedStrings = .english) -> [String] {
        func line(_ code: String, _ values: [String: ParameterValue] = [:]) -> String? {
            words.text(code, in: .reputationShown, values)
        }
        let rating = averageRating.map { average -> [String: ParameterValue] in
            // Halves are formatted without `Double`, so that the text does not depend on the locale.
            let halves = Int((min(max(average, 1), 5) * 2).rounded())
            let text = halves.isMultiple(of: 2) ? "\(halves / 2)" : "\(halves / 2).5"
            return ["rating": .text(text), "count": .integer(ratersAtLeast)]
        }
        return [
            isCertified ? line("certified") : nil, rating.map { line("rating", $0) } ?? line("new"),
            tags.isEmpty ? nil : tags.map { words($0) }.filter { !$0.isEmpty }.joined(separator: ", "),
            reliability.map { words($0) },
            attendedAtLeast > 0 ? line("attended", ["count": .integer(attendedAtLeast)]) : nil,
            hostedAtLeast > 0 ? line("hosted", ["count": .integer(hostedAtLeast)]) : nil,
        ].compactMap(\.self).filter { !$0.isEmpty }
    }
}

extension AttendanceCounts {
    /// Returns the facts as lines, without those with a count of 0.
    public func lines(in words: LocalizedStrings = .english) -> [String] {
        [("kept", kept), ("late", late), ("cancelled_late", cancelledLate), ("no_show", noShow), ("hosted", hosted)]
            .filter { $0.1 > 0 }
            .compactMap { words.text($0.0, in: .attendanceFacts, ["count": .integer($0.1)]) }
    }
}
