import BackendRuntime
package import Foundation
package import OrbitModels
package import OrbitStore
package import TimeAndChance
package import Validation

/// An account with a complete profile that is stored without requests, for `OrbitDemo`.
package struct SeededAccount: Sendable {
    private let account: AccountRecord
    private let photos: [(record: PhotoRecord, bytes: Data)]

    /// Creates an account with a random identifier. No rule is checked.
    ///
    /// - Parameters:
    ///   - profile: The profile without photos.
    ///   - email: The address, with the domain of the campus.
    ///   - photos: PNG files, which the profile shows in this order.
    ///   - date: The time at which account and photos are created.
    ///   - zone: The time zone of the campus.
    ///   - random: The source of the identifier.
    package init(
        _ profile: Profile, email: EmailAddress, photos files: [Data], createdAt date: Date, in zone: TimeZone,
        random: RandomSource
    ) {
        let id = UserID(random.bytes(16).hexadecimal)
        let album = PhotoAlbum(owner: id, basePath: "/api")
        let photos = files.map { bytes in
            var hash = ContentHash()
            hash.add(bytes)
            let photo = album.identifier(for: hash.hexadecimal)
            return (record: PhotoRecord(owner: id, id: photo, mediaType: "image/png", createdAt: date), bytes: bytes)
        }
        var profile = profile
        profile.photos = photos.map { album.photo($0.record.id) }
        var account = AccountRecord(id: id, email: email, campus: email.domain.ascii, createdAt: date)
        account.replaceProfile(with: profile, on: CalendarDay(date, in: zone))
        (self.account, self.photos) = (account, photos)
    }

    /// The account as clients know it.
    package var user: User {
        User(
            id: account.id, email: account.email, profileComplete: account.isComplete, createdAt: account.createdAt,
            profile: account.profile)
    }

    /// Stores the account and the photos. They replace records with the same identifiers.
    package func save(in transaction: any StoreTransaction) throws {
        try account.save(in: transaction)
        for photo in photos { try photo.record.save(photo.bytes, in: transaction) }
    }
}

extension OrbitBackend {
    /// Matches a person with others without requests, as if each pair had accepted a poke, for `OrbitDemo`. People
    /// without an account are left out.
    ///
    /// - Parameters:
    ///   - person: The person to match.
    ///   - others: The partners of the new matches.
    ///   - random: The source of the identifiers.
    /// - Throws: `StoreError`. No match is stored then.
    package func match(_ person: UserID, with others: [UserID], random: RandomSource) async throws {
        let now = context.time.date
        try await context.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: context.features) {
                random.bytes(16).hexadecimal
            }
            for other in others {
                guard let mine = try transaction.get(AccountRecord.self, person.rawValue),
                    let theirs = try transaction.get(AccountRecord.self, other.rawValue)
                else { continue }
                _ = try context.pairState(mine, theirs, in: transaction).connect(by: .poke) {
                    random.bytes(16).hexadecimal
                }
            }
            try transaction.close()
        }
    }
}
