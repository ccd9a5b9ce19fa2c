import BackendRuntime
package import OrbitModels
import OrbitStore
package import TimeAndChance

extension OrbitBackend {
    /// Matches a person with others without requests, as if each pair had accepted a poke, for `OrbitDemo`. People
    /// without an account are left out.
    ///
    /// - Parameter random: the source of the identifiers.
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
                _ = try context.relation(mine, theirs, in: transaction).connect(by: .poke) {
                    random.bytes(16).hexadecimal
                }
            }
            try transaction.close()
        }
    }
}
