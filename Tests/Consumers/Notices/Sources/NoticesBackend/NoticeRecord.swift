import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

/// A notice on the board of a campus. It is removed after ``NoticeRules/lifetime``.
struct NoticeRecord: ExpiringRecord {
    static let table = "notices"
    private static let byCampus = "campus"
    private static let byKind = "kind"
    private static let byAuthor = "author"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: byAuthor, exported: ExportSection("notices", of: "Notices", "A notice"),
                erase: .perform(writes: 2) { try $0.withdraw(by: nil, in: $1.transaction) }
            ) { record, _ in record.notice })
    }

    let notice: Notice
    let campus: String

    var key: String { notice.id.rawValue }
    var expiresAt: Date { notice.expiresAt }
    var indexEntries: [IndexEntry] {
        let postedAt = notice.postedAt
        return [
            expiryEntry, IndexEntry(Self.byAuthor, group: notice.author.rawValue, at: postedAt),
            IndexEntry(Self.byCampus, group: campus, at: postedAt),
            IndexEntry(Self.byKind, group: Self.group(campus, notice.kind), at: postedAt),
        ]
    }

    private static func group(_ campus: String, _ kind: NoticeKind) -> String { "\(campus) \(kind)" }

    /// The notices of a campus, of one kind or of all. Expired notices are among them until they are removed.
    static func board(of campus: String, _ kind: NoticeKind?) -> IndexQuery {
        if let kind { IndexQuery(byKind, group: group(campus, kind)) } else { IndexQuery(byCampus, group: campus) }
    }

    /// The latest notice of a person that is on a board.
    static func latest(by author: UserID, in reader: any StoreReader, now: Date) throws -> NoticeRecord? {
        let latest = IndexQuery(byAuthor, group: author.rawValue, order: .descending, limit: 1)
        return try reader.list(Self.self, latest).first.flatMap { $0.expiresAt > now ? $0 : nil }
    }

    /// Finds the notice in the path of a request.
    ///
    /// - Throws: `HTTPProblem.notFound` if it is on no board, or if the caller may not see its author.
    static func find(_ call: RequestContext, for caller: Caller, in reader: any StoreReader) throws -> NoticeRecord {
        guard let record = try reader.get(Self.self, call.parameter("notice_id")), record.expiresAt > call.now else {
            throw HTTPProblem.notFound
        }
        let author = record.notice.author
        // `Visibility` never includes the caller.
        if author != caller.userID { try Visibility(of: caller, in: reader).requireSight(of: author) }
        return record
    }

    /// Removes the notice, also from devices.
    ///
    /// - Parameter author: The author; `nil` if the account is erased.
    func withdraw(by author: UserID?, in transaction: LogTransaction) throws {
        try transaction.delete(Self.self, key)
        try transaction.put(NoticeNews(of: notice.id, on: campus, by: author, at: transaction.now))
        guard let author else { return }
        try transaction.append(.noticeWithdrawn, to: author, touches: [.notices], data: Keyed(notice.id))
    }
}
