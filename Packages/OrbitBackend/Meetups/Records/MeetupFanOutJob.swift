import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A job that notifies many people of a meetup, or offers free places to many people on the wait list. The transaction
/// of the change stores it; see ``AttendeeNotifier``.
struct MeetupFanOutJob: Job {
    static let table = "meetup_news"
    static var personalData: PersonalData<Self> {
        .none("Pending notifications about a meetup, by ids alone. It is deleted when they are sent.")
    }

    enum Content: Codable, Hashable {
        /// The plan has changed. A change that only attendees may see is sent only to attendees.
        case changed(isTime: Bool, isForAttendeesOnly: Bool)
        case cancelled
        case posted(PostID)
        case postChanged(PostID)
        /// Places are free, and more people wait for them than one transaction processes.
        case places
    }

    let meetupID: MeetupID
    private(set) var content: Content
    /// The number of the last processed guest.
    var cursor: Int64 = 0
    let savedAt: Date
    /// The account that made the change, whose log has the event already. It is `nil` for a decision of a moderator and
    /// for free places. The events use the account's budget; see ``NoticeBudget``.
    let actor: UserID?
    /// Whether the key of a changed post names the actor; `nil` in a record of an earlier version, whose key does not
    /// change.
    private var isKeyedByActor: Bool?

    /// The key of the job.
    ///
    /// A changed post has a key for each actor, because a guest receives only events of actors that the guest may see.
    /// A later change by the same actor replaces the record.
    var key: String {
        switch content {
        case .changed: "\(meetupID) changed"
        case .cancelled: "\(meetupID) cancelled"
        case .posted(let post): "\(meetupID) posted \(post)"
        case .postChanged(let post) where isKeyedByActor == true:
            "\(meetupID) post \(post) by \(actor?.rawValue ?? "moderator")"
        case .postChanged(let post): "\(meetupID) post \(post)"
        case .places: "\(meetupID) places"
        }
    }

    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    init(_ content: Content, of meetup: MeetupID, by actor: UserID? = nil, at now: Date) {
        meetupID = meetup
        self.actor = actor
        self.content = content
        savedAt = now
        isKeyedByActor = true
    }

    /// Stores the job, to run after the commit. It replaces an unfinished job of the same key. For a changed plan, it
    /// also keeps the effects of the change in the unfinished job.
    func save(in transaction: LogTransaction) throws {
        var job = self
        if case .changed(let isTime, let isForAttendeesOnly) = content,
            case .changed(let wasTime, let wasForAttendeesOnly)? = try Self.waiting(key, in: transaction)?.content
        {
            job.content = .changed(
                isTime: isTime || wasTime, isForAttendeesOnly: isForAttendeesOnly && wasForAttendeesOnly)
        }
        try transaction.put(job)
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        try AttendeeNotifier(context: context).perform(self, in: transaction)
    }
}
