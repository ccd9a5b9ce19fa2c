import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Safety

/// A person has muted another. Nothing but the list of their own mutes reads it, and what tells them that the other is
/// away or gone.
struct MuteRecord: ExpiringRecord {
    static let table = "mutes"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("mutes", of: "Safety", "A person who is muted, by the name they had then")
            ) { record, exporting in
                exporting.element(about: record.mute.userID, record.mute)
            }, .group(of: Self.byMuted, erase: .ofMuted))
    }
    static let byOwner = "owner"
    private static let byMuted = "muted"
    /// The most people with a mute who are told that the person is away.
    private static let mostOwners = 500

    let owner: UserID
    let mute: MutedPerson

    var key: String { Self.key(owner, mute.userID) }
    /// Of one that does not end by itself, never.
    var expiresAt: Date { mute.until ?? .distantFuture }

    var indexEntries: [IndexEntry] {
        let begun = mute.mutedAt.milliseconds
        let places = [
            IndexEntry(Self.byOwner, group: owner.rawValue, rank: begun),
            IndexEntry(Self.byMuted, group: mute.userID.rawValue, rank: begun),
        ]
        return mute.until == nil ? places : places + [expiryEntry]
    }

    /// Those who have muted a person: their devices list the mute.
    static func owners(of muted: UserID, in reader: any StoreReader) throws -> [UserID] {
        let query = IndexQuery(byMuted, group: muted.rawValue, order: .descending, limit: mostOwners)
        return try reader.list(Self.self, query).map(\.owner)
    }

    static func key(_ owner: UserID, _ muted: UserID) -> String { "\(owner)>\(muted)" }
}

extension PersonalTrace.Erasure where Record == MuteRecord {
    /// The mute goes with the muted person, of which its owner alone is told.
    static var ofMuted: Self {
        perform(writes: 4) { mute, erasing in
            try erasing.transaction.delete(MuteRecord.self, mute.key)
            try erasing.notify(mute.owner)
        }
    }
}
