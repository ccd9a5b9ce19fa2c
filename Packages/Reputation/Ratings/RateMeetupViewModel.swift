public import Observation
public import OrbitModels
public import Presentation

/// Rating the people the user has met at one meetup, each with a draft of their own.
///
/// ```swift
/// let rating = user.rating(of: meetup.id)
/// await rating.load()
/// for due in rating.people {
///     rating[due.id].stars = 5
///     await rating.send(due)
/// }
/// ```
@MainActor @Observable public final class RateMeetupViewModel: Identifiable {
    /// The identifier of the meetup.
    public nonisolated let id: MeetupID
    /// What was entered and not sent.
    public private(set) var drafts: [Identifier<DueRating>: RatingDraft] = [:]
    /// The fields whose failures ``problems(of:)`` returns, by draft.
    public private(set) var touched: [Identifier<DueRating>: TouchedFields] = [:]

    private let ratings: RatingsViewModel

    /// Creates a view model of a meetup that is over; what is due comes from `ratings`.
    public init(of meetup: MeetupID, ratings: RatingsViewModel) {
        id = meetup
        self.ratings = ratings
    }

    /// The people the user may still rate.
    public var people: [DueRating] { ratings.due.known.filter { $0.meetup.id == id } }

    /// What the user has given for this meetup, as far as it was loaded.
    public var given: [GivenRating] { ratings.given.known.filter { $0.meetup.id == id } }

    /// Whether everyone is rated; `false` until it was loaded.
    public var isDone: Bool {
        switch ratings.due.items {
        case .empty, .loaded: people.isEmpty && !ratings.due.hasMore
        case .idle, .loading, .failed: false
        }
    }

    /// Those who are being rated.
    public var sendingTo: Set<Identifier<DueRating>> { ratings.sendingTo }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { ratings.failure }

    /// The draft of a person; an empty one if nothing was entered.
    public subscript(due: Identifier<DueRating>) -> RatingDraft {
        get { drafts[due] ?? RatingDraft() }
        set {
            touched[due, default: TouchedFields()].touch(from: self[due], to: newValue)
            drafts[due] = newValue == RatingDraft() ? nil : newValue
        }
    }

    /// Notes that the user has left a field of the draft of a person, so that its failures show.
    ///
    /// - Parameter path: The name of the field on the wire: `rating`, `tags` or `note`.
    public func touch(_ path: String, of due: DueRating) { touched[due.id, default: TouchedFields()].touch(path) }

    /// Whether the draft of a person can be sent.
    public func canSend(_ due: DueRating) -> Bool { ratings.canSend(self[due.id]) }

    /// Returns the failures of the draft of a person in words, by field.
    ///
    /// Failures of a field show once the user has changed or left the field, or has tried to send the draft.
    public func problems(of due: DueRating) -> [String: String] {
        ratings.problems(of: self[due.id], touched: touched[due.id] ?? TouchedFields())
    }

    /// Asks who can be rated.
    public func load() async { await ratings.loadDue() }

    /// Sends the draft of a person. It is kept if that fails.
    @discardableResult
    public func send(_ due: DueRating) async -> ActionOutcome {
        let draft = self[due.id]
        touched[due.id, default: TouchedFields()].submit()
        let outcome = await ratings.rate(due, draft)
        if outcome == .done, self[due.id] == draft { (drafts[due.id], touched[due.id]) = (nil, nil) }
        return outcome
    }

    /// Sends every draft that can be sent, one after the other. The other drafts show their failures.
    ///
    /// - Returns: what has become of the first that failed; `.done` if none did.
    @discardableResult
    public func sendAll() async -> ActionOutcome {
        var result = ActionOutcome.done
        for due in people where drafts[due.id] != nil {
            guard canSend(due) else {
                touched[due.id, default: TouchedFields()].submit()
                continue
            }
            let outcome = await send(due)
            if outcome != .done, result == .done { result = outcome }
        }
        return result
    }
}

extension TouchedFields {
    /// Touches every field that differs.
    fileprivate mutating func touch(from before: RatingDraft, to after: RatingDraft) {
        if before.stars != after.stars { touch("rating") }
        if before.tags != after.tags { touch("tags") }
        if before.note != after.note { touch("note") }
    }
}
