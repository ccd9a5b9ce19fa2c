public import OrbitModels

/// A time for a meeting, and how well it suits.
public struct MeetingSlot: Hashable, Sendable {
    /// From start to end.
    public let span: TimeSpan
    /// The number of required people who cannot come.
    public let requiredMissing: Int
    /// The number of optional people who cannot come.
    public let optionalMissing: Int
    /// The number of people who come only if needed, for all or part of the time.
    public let ifNeeded: Int
    /// The number of people who can come, but at an unsociable hour of their day.
    public let unsociable: Int

    /// Whether this slot suits better: fewer required people missing, then fewer optional ones, then fewer who come only
    /// if needed, then fewer at an unsociable hour, then earlier. Of two slots at different times, one is better.
    public func isBetter(than other: Self) -> Bool {
        if requiredMissing != other.requiredMissing { return requiredMissing < other.requiredMissing }
        if optionalMissing != other.optionalMissing { return optionalMissing < other.optionalMissing }
        if ifNeeded != other.ifNeeded { return ifNeeded < other.ifNeeded }
        if unsociable != other.unsociable { return unsociable < other.unsociable }
        return span.start < other.span.start
    }
}

extension [MeetingSlot] {
    /// The best, best first, of which no two overlap. O(n log n).
    func best(_ count: Int) -> [MeetingSlot] {
        var chosen: [MeetingSlot] = []
        guard count > 0 else { return chosen }
        for slot in sorted(by: { $0.isBetter(than: $1) })
        where !chosen.contains(where: { $0.span.overlaps(slot.span) }) {
            chosen.append(slot)
            if chosen.count == count { break }
        }
        return chosen
    }
}
