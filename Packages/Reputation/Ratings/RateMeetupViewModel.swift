public import Observation
public import OrbitModels
public import Presentation

/// The people to rate after one meetup, each with a draft.
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
    /// The drafts that are not sent yet.
    public private(set) var drafts: [Identifier<DueRating>: RatingDraft] = [:]
    /// The fields of each draft that the user has changed or left. ``problems(of:)`` returns failures only for them.
    public private(set) var touched: [Identifier<DueRating>: TouchedFields] = [:]

    private let ratings: RatingsViewModel

    /// Creates a view model for a meetup that has ended. The people to rate are those of `ratings`.
    public init(of meetup: MeetupID, ratings: RatingsViewModel) {
        id = meetup
        self.ratings = ratings
    }

    /// The people that the user may still rate.
    public var people: [DueRating] { ratings.due.known.filter { $0.meetup.id == id } }

    /// The user's ratings for this meetup, as far as they are loaded.
    public var given: [GivenRating] { ratings.given.known.filter { $0.meetup.id == id } }

    /// Whether no people are left to rate; `false` until the list is loaded.
    public var isDone: Bool {
        switch ratings.due.items {
        case .empty, .loaded: people.isEmpty && !ratings.due.hasMore
        case .idle, .loading, .failed: false
        }
    }

    /// The drafts with a request in flight.
    public var sendingTo: Set<Identifier<DueRating>> { ratings.sendingTo }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { ratings.failure }

    /// The draft for a person; an empty draft by default.
    public subscript(due: Identifier<DueRating>) -> RatingDraft {
        get { drafts[due] ?? RatingDraft() }
        set {
            touched[due, default: TouchedFields()].touch(from: self[due], to: newValue)
            drafts[due] = newValue == RatingDraft() ? nil : newValue
        }
    }

    /// Marks a field of a person's draft as left, so that its failures show.
    ///
    /// - Parameter path: The name of the field on the wire: `rating`, `tags` or `note`.
    public func touch(_ path: String, of due: DueRating) { touched[due.id, default: TouchedFields()].touch(path) }

    /// Whether a person's draft can be sent.
    public func canSend(_ due: DueRating) -> Bool { ratings.canSend(self[due.id]) }

    /// Returns the failures of a person's draft as texts, by field.
    ///
    /// The failures of a field show once the user has changed or left it. After an attempt to send the draft, all
    /// failures show.
    public func problems(of due: DueRating) -> [String: String] {
        ratings.problems(of: self[due.id], touched: touched[due.id] ?? TouchedFields())
    }

    /// Loads the people that the user may rate.
    public func load() async { await ratings.loadDue() }

    /// Sends the draft for a person. The draft is kept if that fails.
    @discardableResult
    public func send(_ due: DueRating) async -> ActionOutcome {
        let draft = self[due.id]
        touched[due.id, default: TouchedFields()].submit()
        let outcome = await ratings.rate(due, draft)
        if outcome == .done || outcome == .queued, self[due.id] == draft {
            (drafts[due.id], touched[due.id]) = (nil, nil)
        }
        return outcome
    }

    /// Sends each complete draft, one after the other. The other drafts show their failures.
    ///
    /// - Returns: The outcome of the first complete draft that failed, was queued or was skipped; `.done` if all
    ///   complete drafts were sent. The other drafts do not affect it.
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
    /// Marks every field that differs as touched.
    fileprivate mutating func touch(from before: RatingDraft, to after: RatingDraft) {
        if before.stars != after.stars { touch("rating") }
        if before.tags != after.tags { touch("tags") }
        if before.note != after.note { touch("note") }
    }
}
