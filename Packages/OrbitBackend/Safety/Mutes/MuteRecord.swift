import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety

/// A person's mute of another person. It is read only for the owner's list of mutes, and to notify the owner when the
/// muted person is suspended or deleted.
struct MuteRecord: ExpiringRecord {
    static let table = "mutes"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("mutes", of: "Safety", "A muted person, with the name at the time of the mute")
            ) { record, exporting in
                exporting.element(about: record.mute.userID, record.mute)
            }, .group(of: Self.byMuted, erase: .ofMuted))
    }
    static let byOwner = "owner"
    private static let byMuted = "muted"
    /// The maximum number of owners who are notified when a muted person is suspended.
    private static let maxOwners = 500

    let owner: UserID
    let mute: MutedPerson

    var key: String { Self.key(owner, mute.userID) }
    /// The end of the mute; never for a mute without an end.
    var expiresAt: Date { mute.until ?? .distantFuture }

    var indexEntries: [IndexEntry] {
        let places = [
            IndexEntry(Self.byOwner, group: owner.rawValue, at: mute.mutedAt),
            IndexEntry(Self.byMuted, group: mute.userID.rawValue, at: mute.mutedAt),
        ]
        return mute.until == nil ? places : places + [expiryEntry]
    }

    /// Returns the owners of mutes of a person. Their devices list the mute.
    static func owners(of muted: UserID, in reader: any StoreReader) throws -> [UserID] {
        let query = IndexQuery(byMuted, group: muted.rawValue, order: .descending, limit: maxOwners)
        return try reader.list(Self.self, query).map(\.owner)
    }

    static func key(_ owner: UserID, _ muted: UserID) -> String { "\(owner)>\(muted)" }
}

extension PersonalDataLocator.Erasure where Record == MuteRecord {
    /// Deletes the mute together with the muted person's account, and notifies its owner alone.
    static var ofMuted: Self {
        perform(writes: 4) { mute, erasing in
            try erasing.transaction.delete(MuteRecord.self, mute.key)
            try erasing.notify(mute.owner)
        }
    }
}
