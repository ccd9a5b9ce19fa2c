import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// What many people of a meetup are still to be told, or what is still to be done for many of them. Written in the
/// transaction that it comes from; see ``TellGuests``.
struct MeetupNews: Job {
    static let table = "meetup_news"
    static var personalData: PersonalData<Self> {
        .none("What is still to be told of a meetup, by ids alone. It goes when it is told.")
    }

    enum Content: Codable, Hashable {
        /// The plan is another. Of what only attendees may see, only they are told.
        case changed(isTime: Bool, isForAttendeesOnly: Bool)
        case cancelled
        case posted(PostID)
        case postChanged(PostID)
        /// Places are free, and more people wait for them than one transaction serves.
        case places
    }

    let meetupID: MeetupID
    private(set) var content: Content
    /// The number of the last guest whose turn it was.
    var cursor: Int64 = 0
    let savedAt: Date
    /// The account that made the change, whose log has the event already; `nil` for a decision of a moderator and for
    /// free places. The events use its budget; see ``NoticeBudget``.
    let actor: UserID?
    /// Whether the key of a changed post names the actor; `nil` in a record of earlier versions, whose key stays.
    private var isKeyedByActor: Bool?

    /// Names the news. A changed post has a key for each actor: a guest may see one actor and not another, and gets
    /// only events of actors they see. A later change by the same actor replaces the record.
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

    /// Keeps it for after the commit. What is still to be told of an earlier change is told with this one.
    func save(in transaction: LogTransaction) throws {
        var news = self
        if case .changed(let isTime, let isForAttendeesOnly) = content,
            case .changed(let wasTime, let wasForAttendeesOnly)? = try Self.waiting(key, in: transaction)?.content
        {
            news.content = .changed(
                isTime: isTime || wasTime, isForAttendeesOnly: isForAttendeesOnly && wasForAttendeesOnly)
        }
        try transaction.put(news)
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        try TellGuests(context: context).perform(self, in: transaction)
    }
}
