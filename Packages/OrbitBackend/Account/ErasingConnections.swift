import Matching
import OrbitModels

extension PersonalTrace.Erasure where Record == MatchRecord {
    /// The match goes, and with it what the other's part in the daily pairing knows of the person.
    static var ofEither: Self {
        perform(writes: 5) { match, erasing in
            let (transaction, other) = (erasing.transaction, match.pair.partner(of: erasing.person))
            try transaction.delete(MatchRecord.self, match.key)
            if var pairing = try transaction.get(PairingRecord.self, other.rawValue), pairing.forget(erasing.person) {
                try transaction.put(pairing)
            }
            try erasing.tell(other)
        }
    }
}

extension PersonalTrace.Erasure where Record == PokeRecord {
    /// The poke goes, and the other is told that the person is gone.
    static var ofEither: Self {
        perform(writes: 4) { poke, erasing in
            try erasing.transaction.delete(PokeRecord.self, poke.key)
            for id in [poke.from, poke.to] { try erasing.tell(id) }
        }
    }
}

extension PersonalTrace.Erasure where Record == LogEntry {
    /// Of what others were told of the person, only its number and time stay.
    static var withdrawal: Self {
        perform(writes: 4) { entry, erasing in
            try erasing.transaction.put(entry.withdrawn)
            try erasing.tell(entry.owner)
        }
    }
}
