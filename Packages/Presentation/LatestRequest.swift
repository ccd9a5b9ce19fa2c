/// Lets the latest of several overlapping requests win.
///
/// A screen that is refreshed while an earlier load is still under way must not show the slow, old
/// response over the fast, new one.
///
/// ```swift
/// let ticket = requests.begin()
/// let people = try await service.people()
/// guard requests.isCurrent(ticket) else { return }
/// ```
struct LatestRequest: Sendable {
    /// Names a request.
    struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    private var newest = 0

    /// Starts a request; all earlier ones are outdated from now on.
    mutating func begin() -> Ticket {
        newest += 1
        return Ticket(number: newest)
    }

    /// Whether no later request was started.
    func isCurrent(_ ticket: Ticket) -> Bool {
        ticket.number == newest
    }
}
