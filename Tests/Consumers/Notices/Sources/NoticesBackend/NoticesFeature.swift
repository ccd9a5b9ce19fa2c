import BackendRuntime
import Foundation
import Notices
import OrbitModels
import OrbitStore

extension Feature {
    /// The notice board of each campus. A moderator can remove a notice; a report is about its author.
    ///
    /// ```swift
    /// let backend = try OrbitBackend(store: store, configuration: configuration, adding: [.notices])
    /// ```
    public static let notices = Feature(
        operations: [ReadNotices.self, WriteNotices.self],
        records: [NoticeRecord.self, BoardReaderRecord.self, NoticeNews.self], events: EventCatalogue.notices.kinds,
        lists: PeopleLists(
            [.notices], returning: [.notices],
            // A notice shows no part of a profile, so its readers need not be sent a changed profile.
            presenceHolders: { author, reader, now in
                guard let campus = try boardCampus(of: author, in: reader, now: now) else { return [] }
                let all = BoardReaderRecord.all(on: campus)
                return try reader.positions(BoardReaderRecord.self, all).map { UserID($0.key) }
            },
            // To a person who has never opened the board, `person.hidden` would only reveal who has blocked them.
            mayHold: { owner, author, reader, now in
                try reader.get(BoardReaderRecord.self, owner.rawValue) != nil
                    && boardCampus(of: author, in: reader, now: now) != nil
            }),
        limits: [WriteNotices.posting.name])
}

/// Returns the campus where devices may show notices of a person; `nil` if no device does. A withdrawn notice counts
/// until all readers have been sent its withdrawal. If a block hides the author before, the withdrawal is dropped, and
/// only `person.hidden` removes the notice from a device.
private func boardCampus(of author: UserID, in reader: any StoreReader, now: Date) throws -> String? {
    try NoticeRecord.latest(by: author, in: reader, now: now)?.campus
        ?? NoticeNews.pending(by: author, in: reader)?.campus
}

extension AccessRole {
    /// People with a complete profile who are certified hosts of the campus.
    public static let noticeAuthor = AccessRole("notice-author") { caller, _, _ in
        guard caller.isCertified else {
            throw HTTPProblem(403, .forbidden, "Only certified hosts post notices. Ask your campus for a certificate.")
        }
    }
}
