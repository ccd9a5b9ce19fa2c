import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

/// A notice that was posted or withdrawn, of which not all readers of the board have been notified.
struct NoticeNews: Job {
    static let table = "notice_news"
    private static let byAuthor = "author"
    // An event takes up to four of the 200 writes of a step. The job and its lease take one each.
    private static let batch = 49
    static var personalData: PersonalData<Self> {
        .init(.group(of: byAuthor, erase: .change("Devices may show the notice.") { news, _ in news.author = nil }))
    }

    let notice: NoticeID
    let campus: String
    /// The author of the notice; `nil` if the account is erased. The events count towards the limit on events that one
    /// account can append to the log of another person.
    private(set) var author: UserID?
    private let savedAt: Date
    /// The last reader who was notified.
    private var place: IndexPosition?

    init(of notice: NoticeID, on campus: String, by author: UserID?, at now: Date) {
        (self.notice, self.campus, self.author, savedAt) = (notice, campus, author, now)
    }

    /// The notice, so that a withdrawal replaces the posting, and starts again with the first reader.
    var key: String { notice.rawValue }
    var indexEntries: [IndexEntry] {
        [Self.waitingEntry(since: savedAt)]
            + (author.map { [IndexEntry(Self.byAuthor, group: $0.rawValue)] } ?? [])
    }

    /// Returns news of a person's notices that some readers have not been sent; `nil` if there is no such news.
    static func pending(by author: UserID, in reader: any StoreReader) throws -> NoticeNews? {
        try reader.list(Self.self, IndexQuery(byAuthor, group: author.rawValue, limit: 1)).first
    }

    /// Appends the current state of the notice to the logs of the next readers. The transaction drops events about an
    /// author that the reader may not see.
    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        transaction.attribute(to: author)
        let posted = try transaction.getReadable(NoticeRecord.self, key)?.notice
        // A person who no longer receives new notices may still have the withdrawn notice.
        var query =
            posted == nil
            ? BoardReaderRecord.all(on: campus) : BoardReaderRecord.followers(of: campus, at: transaction.now)
        query.after = place
        query.limit = Self.batch
        let places = try transaction.positions(BoardReaderRecord.self, query)
        for reader in places.map({ UserID($0.key) }) where reader != author {
            if let posted {
                try transaction.append(
                    .noticePosted, to: reader, about: posted.author, touches: [.notices], data: Keyed(posted))
            } else if let author {
                try transaction.append(
                    .noticeWithdrawn, to: reader, about: author, touches: [.notices], data: Keyed(notice))
            } else {
                // The blocks of an erased author are unknown here, so no reader is sent the id.
                try transaction.append(.noticeWithdrawn, to: reader, touches: [.notices])
            }
        }
        guard places.count == Self.batch, let last = places.last else {
            try transaction.delete(Self.self, key)
            return false
        }
        var rest = self
        rest.place = last
        try transaction.put(rest)
        return true
    }
}
