package import BackendRuntime
import Matching
import OrbitModels

extension MatchRecord: BackendRecord {
    package static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.ofFirst, exported: section, erase: .ofEither, exported),
            .group(of: Self.ofSecond, exported: section, erase: .ofEither, exported))
    }

    private static let section = ExportSection("matches", of: "Connections", "A match, active or ended")

    private static func exported(_ match: MatchRecord, _ exporting: Exporting) throws -> Match? {
        try Visibility(of: exporting.account, in: exporting.reader)
            .account(match.pair.partner(of: exporting.person)).map { match.match(with: $0) }
    }
}

extension PersonalTrace.Erasure where Record == MatchRecord {
    /// The match goes, and with it what the other's part in the daily pairing knows of the person.
    static var ofEither: Self {
        perform(writes: 5) { match, erasing in
            let (transaction, other) = (erasing.transaction, match.pair.partner(of: erasing.person))
            try transaction.delete(MatchRecord.self, match.key)
            try PairingRecord.forget(erasing.person, by: other, in: transaction)
            try erasing.notify(other)
        }
    }
}

extension PersonalTrace.Erasure where Record == PairingRecord {
    /// The record goes, and what those whom the person has met know of it, whether their match stands or not.
    static var ofBoth: Self {
        perform(writes: PairingRecord.mostMeetings + 5) { record, erasing in
            for other in Set(record.meetings.map(\.partner) + record.partners).sorted() {
                try PairingRecord.forget(erasing.person, by: other, in: erasing.transaction)
            }
            try erasing.transaction.delete(PairingRecord.self, record.key)
        }
    }
}

extension PersonalTrace.Erasure where Record == PokeRecord {
    /// The poke goes, and the other is told that the person is gone.
    static var ofEither: Self {
        perform(writes: 4) { poke, erasing in
            try erasing.transaction.delete(PokeRecord.self, poke.key)
            for id in [poke.from, poke.to] { try erasing.notify(id) }
        }
    }
}
