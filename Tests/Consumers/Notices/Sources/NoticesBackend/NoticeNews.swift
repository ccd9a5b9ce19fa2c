import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

/// An event about the board that is still to be sent to some of those who have it, a bounded number in each step.
struct NoticeNews: Job {
    static let table = "notice_news"
    private static let byAuthor = "author"
    /// The most people of one step: each event takes up to four writes.
    private static let batch = 50
    static var personalData: PersonalData<Self> {
        .init(.group(of: byAuthor, erase: .remove(fromBoardOf: { $0.campus })))
    }

    enum Content: Codable, Hashable {
        case posted(NoticeID)
        case withdrawn(NoticeID)
        /// Notices of an account that is erased.
        case erased
    }

    /// A place among the followers of a board.
    private struct Place: Codable {
        let rank: Int64
        let key: String
    }

    let content: Content
    let campus: String
    /// Whose notice it is; the events use the budget of this account. `nil` for an account that is erased.
    let author: UserID?
    private let savedAt: Date
    /// The last person whose turn it was.
    private var place: Place?

    init(_ content: Content, on campus: String, by author: UserID? = nil, at now: Date) {
        (self.content, self.campus, self.author, savedAt) = (content, campus, author, now)
    }

    var key: String {
        switch content {
        case .posted(let id): "\(id) posted"
        case .withdrawn(let id): "\(id) withdrawn"
        case .erased: "\(campus) erased"
        }
    }

    var indexEntries: [IndexEntry] {
        [Self.waitingEntry(since: savedAt)]
            + (author.map { [IndexEntry(Self.byAuthor, group: $0.rawValue)] } ?? [])
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        transaction.attribute(to: author)
        var query = BoardReaderRecord.followers(of: campus, at: transaction.now)
        query.after = place.map { IndexPosition(rank: $0.rank, key: $0.key) }
        query.limit = Self.batch
        let places = try transaction.keys(BoardReaderRecord.self, query)
        for place in places where place.key != author?.rawValue { try notify(UserID(place.key), in: transaction) }
        guard places.count == Self.batch, let last = places.last else {
            try transaction.delete(Self.self, key)
            return false
        }
        var rest = self
        rest.place = Place(rank: last.rank, key: last.key)
        try transaction.put(rest)
        return true
    }

    /// The transaction drops an event about an author whom the follower may not see.
    private func notify(_ follower: UserID, in transaction: LogTransaction) throws {
        switch content {
        case .posted(let id):
            guard let record = try transaction.get(NoticeRecord.self, id.rawValue) else { return }
            try transaction.append(
                .noticePosted, to: follower, about: author, touches: [.notices], data: Named(record.notice))
        case .withdrawn(let id):
            try transaction.append(
                .noticeWithdrawn, to: follower, about: author, touches: [.notices], data: Named(id))
        case .erased: try transaction.append(.void, to: follower, touches: [.notices])
        }
    }
}
