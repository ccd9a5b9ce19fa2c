package import BackendRuntime
import Matching
import OrbitModels

extension MatchRecord: BackendRecord {
    package static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.allByFirst, exported: section, erase: .ofEither, exported),
            .group(of: Self.allBySecond, exported: section, erase: .ofEither, exported))
    }

    private static let section = ExportSection("matches", of: "Connections", "A match, active or ended")

    private static func exported(_ match: MatchRecord, _ exporting: ExportContext) throws -> Match? {
        try Visibility(of: exporting.account, in: exporting.reader)
            .account(match.pair.partner(of: exporting.person)).map { match.match(with: $0) }
    }
}

extension PersonalDataLocator.Erasure where Record == MatchRecord {
    /// Deletes the match, and removes the person from the partner's record of the daily pairing.
    static var ofEither: Self {
        perform(writes: 5) { match, erasing in
            let (transaction, other) = (erasing.transaction, match.pair.partner(of: erasing.person))
            try transaction.delete(MatchRecord.self, match.key)
            try PairingRecord.forget(erasing.person, by: other, in: transaction)
            try erasing.notify(other)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == PairingRecord {
    /// Deletes the record, and removes the person from the records of the past partners, even if a match has ended.
    static var ofBoth: Self {
        perform(writes: PairingRecord.maxPastMatches + 5) { record, erasing in
            for other in Set(record.pastMatches.map(\.partner) + record.partners).sorted() {
                try PairingRecord.forget(erasing.person, by: other, in: erasing.transaction)
            }
            try erasing.transaction.delete(PairingRecord.self, record.key)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == PokeRecord {
    /// Deletes the poke, and notifies the other person that the erased person is hidden.
    static var ofEither: Self {
        perform(writes: 4) { poke, erasing in
            try erasing.transaction.delete(PokeRecord.self, poke.key)
            for id in [poke.from, poke.to] { try erasing.notify(id) }
        }
    }
}
