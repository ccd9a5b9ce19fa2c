import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Safety

/// The evidence of one report, at the time of the report. Later changes of the originals do not change it.
struct EvidenceRecord: ExpiringRecord {
    static let table = "report_evidence"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAccused,
                erase: .keep("Evidence protects the people who reported, until it expires.") {
                    $0.rename(to: $1.pseudonym)
                }))
    }
    private static let byAccused = "accused"
    /// The seconds for which evidence is stored. It exceeds the retention of a report, which may be decided late.
    static let retention: TimeInterval = 800 * 86_400

    let reportID: ReportID
    private(set) var accused: UserID
    private(set) var pieces: [Evidence]
    let keptAt: Date

    var key: String { reportID.rawValue }
    var expiresAt: Date { keptAt.addingTimeInterval(Self.retention) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byAccused, group: accused.rawValue)] }

    init(reportID: ReportID, accused: UserID, pieces: [Evidence], keptAt: Date) {
        self.reportID = reportID
        self.accused = accused
        self.pieces = pieces
        self.keptAt = keptAt
    }

    private mutating func rename(to pseudonym: UserID) {
        accused = pseudonym
        for index in pieces.indices {
            pieces[index].messages = pieces[index].messages.map { messages in
                messages.map { message in
                    var renamed = message
                    renamed.senderID = pseudonym
                    return renamed
                }
            }
            pieces[index].person = pieces[index].person.map { Person(id: pseudonym, profile: $0.profile) }
            pieces[index].meetup = pieces[index].meetup.map { meetup in
                Meetup(
                    id: meetup.id, hostID: pseudonym, plan: meetup.plan, status: meetup.status,
                    cancelReason: meetup.cancelReason, attendance: meetup.attendance, goingCount: meetup.goingCount,
                    waitingCount: meetup.waitingCount, createdAt: meetup.createdAt)
            }
        }
    }
}

/// A photo that is stored as evidence, once for all reports of it. Its blob contains its bytes.
struct EvidencePhotoRecord: ExpiringRecord, BlobRecord {
    static let table = "evidence_photos"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                erase: .keep("Evidence protects the people who reported, until it expires.") {
                    $0.owner = $1.pseudonym
                }))
    }
    private static let byOwner = "owner"
    static let retention: TimeInterval = 800 * 86_400
    /// The minimum number of seconds by which a new report has to extend the expiry of a stored photo. For less, the
    /// record is not written again.
    private static let refresh: TimeInterval = 30 * 86_400
    /// The maximum number of photos that are stored for one name. A name is a hash of the picture, so a person has to
    /// create equal names on purpose. The person gains nothing, because each picture is stored under its own key.
    private static let maxPerName = 4

    private var owner: UserID
    private let name: PhotoID
    let mediaType: String
    private(set) var expiresAt: Date

    var key: String { Self.key(name, of: owner) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byOwner, group: owner.rawValue)] }

    static func key(_ name: PhotoID, of owner: UserID) -> String { "\(owner)/\(name)" }

    /// Stores a photo of a profile as evidence.
    ///
    /// - Parameters:
    ///   - photo: The name of the photo.
    ///   - owner: The owner of the photo.
    ///   - isReported: Whether the photo itself is reported.
    ///   - budget: The budget for a photo that is not stored yet.
    /// - Returns: The name of the evidence; `nil` if the photo does not exist, or if the budget is not sufficient.
    static func keep(
        _ photo: PhotoID, of owner: UserID, isReported: Bool = false, from budget: inout EvidenceBudget,
        in transaction: LogTransaction
    ) throws -> PhotoID? {
        let original = PhotoRecord.key(of: photo, owner: owner)
        guard let record = try transaction.get(PhotoRecord.self, original),
            let content = try transaction.blob(PhotoRecord.self, original)
        else { return nil }
        let expiry = transaction.now.addingTimeInterval(retention)
        for count in 0..<maxPerName {
            let name = count == 0 ? photo : PhotoID("\(photo)-\(count)")
            guard let kept = try transaction.get(Self.self, key(name, of: owner)) else {
                guard budget.take(photo: content.count, isReported: isReported) else { return nil }
                let new = Self(owner: owner, name: name, mediaType: record.mediaType, expiresAt: expiry)
                try transaction.put(new)
                try transaction.putBlob(content, of: Self.self, new.key)
                return name
            }
            guard try transaction.blob(Self.self, kept.key) == content else { continue }
            if expiry.timeIntervalSince(kept.expiresAt) > refresh {
                var longer = kept
                longer.expiresAt = expiry
                try transaction.put(longer)
            }
            return name
        }
        return nil
    }
}
