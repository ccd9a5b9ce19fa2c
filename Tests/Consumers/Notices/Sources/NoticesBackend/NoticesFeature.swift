import BackendRuntime
import Notices
import OrbitModels
import OrbitStore

extension Feature {
    /// The notice board of each campus.
    ///
    /// ```swift
    /// let backend = try OrbitBackend(store: store, configuration: configuration, adding: [.notices])
    /// ```
    public static let notices = Feature(
        operations: [ReadNotices.self, WriteNotices.self],
        records: [NoticeRecord.self, BoardReaderRecord.self, NoticeNews.self], events: EventCatalogue.notices.kinds,
        lists: PeopleLists(
            [.notices], returning: [.notices],
            // A notice shows nothing of a profile, so nobody has to be sent a changed one.
            quietHolders: { author, reader, now in
                guard let notice = try NoticeRecord.latest(by: author, in: reader, now: now) else { return [] }
                let readers = try reader.keys(BoardReaderRecord.self, BoardReaderRecord.all(on: notice.campus))
                return readers.map { UserID($0.key) }
            },
            // A person who has never opened the board would learn by `person.hidden` who has blocked them.
            mayHold: { owner, author, reader, now in
                try reader.get(BoardReaderRecord.self, owner.rawValue) != nil
                    && NoticeRecord.latest(by: author, in: reader, now: now) != nil
            }))
}

extension AccessWord {
    /// People with a complete profile whom the campus vouches for as hosts.
    public static let noticeAuthor = AccessWord("notice-author") { caller, _, _ in
        guard caller.isCertified else {
            throw HTTPProblem(403, .forbidden, "Only certified hosts post notices. Ask your campus for a certificate.")
        }
    }
}
