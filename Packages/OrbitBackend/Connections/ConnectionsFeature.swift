package import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels
import OrbitStore

extension Feature {
    static let connections = Feature(
        operations: [
            SendPoke.self, ClearPokes.self, ListPokes.self, RespondToPoke.self, ListMatches.self, DisconnectMatch.self,
        ],
        records: [PokeRecord.self, MatchRecord.self, PairingRecord.self],
        events: EventCatalogue.connections.kinds.subtracting([
            // Other features append these.
            .personChanged, .blockAdded, .blockRemoved,
        ]),
        lists: PeopleLists(
            [.incomingPokes, .outgoingPokes, .matches], returning: [.outgoingPokes], holders: holdersInConnections,
            mayHold: { owner, person, reader, now in
                if try MatchRecord.between(UserPair(owner, person), in: reader)?.isActive == true { return true }
                return try [(owner, person), (person, owner)].contains { sender, recipient in
                    try !PokeRecord.sent(from: sender, to: recipient, in: reader, now: now).isEmpty
                }
            }))
}

/// Returns the people whose lists contain a person:
///
/// - the matches of the person
/// - the people with an open poke of the person, unless they have declined or ignored it
/// - all people who have poked the person, because their lists keep every poke, regardless of the reply
private func holdersInConnections(of id: UserID, in reader: any StoreReader, now: Date) throws -> [UserID] {
    var ids: [UserID] = []
    for index in [MatchRecord.activeByFirst, MatchRecord.activeBySecond] {
        for match in try reader.list(MatchRecord.self, IndexQuery(index, group: id.rawValue)) {
            ids.append(match.pair.partner(of: id))
        }
    }
    for poke in try reader.list(PokeRecord.self, IndexQuery(PokeRecord.open, group: id.rawValue, from: now))
    where poke.state == .pending { ids.append(poke.to) }
    for poke in try reader.list(PokeRecord.self, IndexQuery(PokeRecord.received, group: id.rawValue)) {
        ids.append(poke.from)
    }
    return ids
}

/// Matches of the day, which have an end. They remain active until the scheduled work of the server has ended them.
extension MatchRecord: ScheduledRecord {
    /// Ends the match. A match without one of its accounts is deleted by the erasure of that account.
    package func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        guard let one = try transaction.getReadable(AccountRecord.self, first.rawValue),
            let other = try transaction.getReadable(AccountRecord.self, second.rawValue)
        else { return }
        try context.pairState(one, other, in: transaction).end(self)
    }
}
