package import BackendRuntime
import Matching
import OrbitModels

extension MatchRecord: BackendRecord {
    package static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.ofFirst, exported: "matches", erase: .ofEither, exported),
            .group(of: Self.ofSecond, exported: "matches", erase: .ofEither, exported))
    }

    private static func exported(_ match: MatchRecord, _ exporting: Exporting) throws -> Match? {
        try Visibility(of: exporting.account, in: exporting.reader)
            .account(match.pair.partner(of: exporting.person)).map { match.match(with: $0) }
    }
}
