import BackendRuntime
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import Safety
import TimeAndChance
import Validation

/// A moderator's desk in a terminal, for a campus whose backend runs in this process.
///
/// Start it with `swift run orbit-moderator`, or pipe commands into it. `as 2` is the second moderator, who decides
/// about appeals against decisions of the first moderator.
@main struct OrbitModerator {
    private let residents: [Resident]
    private let backend: OrbitBackend
    private let clock: VirtualClock
    private let words = LocalizedStrings.english
    private var moderator: Resident
    private var cases: [CaseSummary] = []
    private var appeals: [ModerationAppeal] = []
    private var openCase: (id: CaseID, through: Int)?

    static func main() async throws {
        let clock = VirtualClock.selfAdvancing(
            from: Date(timeIntervalSince1970: 1_789_391_400), upTo: .seconds(10))
        let store = MemoryStore()
        let users = try await CampusSeed(people: 12, seed: 7).populate(store, time: clock)
        var configuration = OrbitBackend.Configuration.demonstration()
        configuration.moderators = try users.prefix(2).map { try EmailAddress($0.email) }
        let backend = OrbitBackend(store: store, time: clock, random: .seeded(5), configuration: configuration)
        let residents = try users.enumerated().map {
            try Resident($0.element, number: $0.offset, on: backend, time: clock)
        }
        for resident in residents { try await resident.signIn() }
        try await fileReports(by: residents)
        var desk = OrbitModerator(residents: residents, backend: backend, clock: clock, moderator: residents[0])
        await desk.run()
    }

    private init(residents: [Resident], backend: OrbitBackend, clock: VirtualClock, moderator: Resident) {
        self.residents = residents
        self.backend = backend
        self.clock = clock
        self.moderator = moderator
    }

    private static func fileReports(by residents: [Resident]) async throws {
        let filed: [(by: Int, about: Int, reason: ReportReason, text: String)] = [
            (3, 10, .spam, ""), (4, 10, .spam, "Sells tickets in every poke."),
            (5, 9, .unwantedContact, "I have asked twice to be left alone."), (6, 9, .threat, "He waits outside."),
            (7, 9, .unwantedContact, ""), (8, 1, .insult, ""),
        ]
        for (reporter, accused, reason, text) in filed {
            let report = SendReportRequest(
                about: .person(residents[accused].user.id), reason: reason, text: text,
                evidence: [EvidenceChoice(.profile)])
            _ = try await residents[reporter].reports.send(report, key: residents[reporter].newKey())
        }
    }

    private mutating func run() async {
        let isPiped = isatty(STDIN_FILENO) == 0
        print("You are \(moderator.name). Type help to see the commands.")
        while let line = readLine() {
            if isPiped { print("> \(line)") }
            if line == "quit" { return }
            do {
                try await perform(line.split(separator: " ").map(String.init))
            } catch {
                print("! \(Failure(error).message)")
            }
        }
    }

    private static let commands = """
        queue                see the cases that wait
        open N               read case N of the queue
        dismiss REASON       close the open case without action
        warn REASON          warn the person
        suspend DAYS REASON  suspend the person for some days
        ban REASON           suspend the person for good
        appeals              see the appeals that wait
        uphold N             keep the decision of appeal N
        overturn N           undo the decision of appeal N
        audit                see what moderators have done
        verify               check that no entry has changed
        certify ADDRESS      certify a host
        revoke ADDRESS       end the certificate of a host
        as N                 work as moderator 1 or 2
        wait                 let a day pass
        quit                 stop
        A REASON is spam, threat or insult, for example.
        """

    private mutating func perform(_ typed: [String]) async throws {
        let (command, first) = (typed.first ?? "", typed.dropFirst().first ?? "")
        let number = Int(first) ?? 0
        switch command {
        case "queue":
            cases = try await moderator.moderation.cases().list.elements
            for (index, one) in cases.enumerated() {
                let reasons = one.reasons.map { words($0) }.joined(separator: ", ")
                print("\(index + 1)  \(one.name ?? "a person who has left"): \(reasons)")
                print("   reports \(one.reports), circles \(one.circles), urgency \(one.urgency)")
            }
            if cases.isEmpty { print("No case is waiting.") }
        case "open" where cases.indices.contains(number - 1): try await open(cases[number - 1].id)
        case "dismiss", "warn", "suspend", "ban": try await decide(typed)
        case "appeals":
            appeals = try await moderator.moderation.appeals().list.elements
            for (index, one) in appeals.enumerated() {
                print("\(index + 1)  against: \(words(one.decision.decision.action))")
                print("   “\(one.text)”")
            }
            if appeals.isEmpty { print("No appeal is waiting.") }
        case "uphold" where appeals.indices.contains(number - 1),
            "overturn" where appeals.indices.contains(number - 1):
            let appeal = try await moderator.moderation.decide(
                appeals[number - 1].id, overturns: command == "overturn", note: "Looked at again.",
                key: moderator.newKey())
            print("\(words(appeal.state)).")
        case "as" where (1...2).contains(number):
            moderator = residents[number - 1]
            (openCase, cases, appeals) = (nil, [], [])
            print("You are \(moderator.name).")
        case "wait":
            clock.advance(by: .seconds(86_400))
            for resident in [residents[0], residents[1]] { try await resident.signIn() }
            try await residents[9].appeal()
            print("A day has passed.")
        case "audit":
            for entry in try await moderator.moderation.audit().list.elements {
                print("\(entry.number)  \(words(entry.action)): \(entry.details)")
            }
        case "verify":
            // A moderator has no such request; the operator's program calls the backend.
            let verification = try await backend.verifyAuditTrail()
            let fault =
                verification.firstFault.map { "entry \($0) was changed, added or removed" } ?? "no entry was changed"
            print("\(verification.entries) \(verification.entries == 1 ? "entry" : "entries"): \(fault).")
        case "certify", "revoke":
            // The operator's program does this too: no request certifies a host.
            let isCertified = command == "certify"
            let hasAccount = try await backend.certifyHost(try EmailAddress(first), isCertified: isCertified)
            let result = isCertified ? "Certified as a host." : "No longer a certified host."
            print(hasAccount ? result : "No account has this address.")
        default:
            print(Self.commands)
        }
    }

    private mutating func open(_ id: CaseID) async throws {
        let (file, reports) = (try await moderator.moderation.file(id), try await moderator.moderation.reports(of: id))
        for report in reports.list.elements {
            print("#\(report.number)  reporter \(report.reporter): \(words(report.reason))")
            if let text = report.text { print("   “\(text)”") }
            for piece in report.evidence {
                let note = piece.isIncomplete == true ? " (incomplete, because the reporter sent too much)" : ""
                print("   \(words(piece.kind)): \(piece.person?.profile.name ?? "–")\(note)")
            }
        }
        for one in file.decisions { print("before: \(words(one.decision.action)), \(words(one.decision.state))") }
        openCase = (id, reports.list.elements.last?.number ?? 0)
    }

    private mutating func decide(_ typed: [String]) async throws {
        guard let (id, through) = openCase else { return print("Open a case first, for example with open 1.") }
        let isForDays = typed[0] == "suspend"
        let rest = typed.dropFirst(isForDays ? 2 : 1)
        let request = DecideCaseRequest(
            through: through, action: ModerationAction(rawValue: typed[0]),
            reason: ReportReason(rawValue: rest.first ?? ""), note: "Decided at the desk.",
            days: isForDays ? Int(typed.dropFirst().first ?? "") : nil)
        let made = try await moderator.moderation.decide(id, request, key: moderator.newKey())
        print("\(words(made.decision.action)). We tell the people who reported.")
        openCase = nil
    }
}
