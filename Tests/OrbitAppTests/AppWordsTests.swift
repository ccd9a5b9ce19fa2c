import Auth
import Connections
import Foundation
import Networking
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

/// The words of the app against the declarations in its sources.
@Suite struct AppWordsTests {
    /// A translation with every word and template of the app.
    private static var complete: MessageCatalogue {
        MessageCatalogue(
            templates: MessageCatalogue.app.templates.mapValues { _ in "x" },
            templatesByForm: MessageCatalogue.app.templatesByForm.mapValues {
                $0.mapValues { $0.mapValues { _ in "x" } }
            },
            words: LocalizedStrings(
                Vocabulary.app.flatMap(\.keys).reduce(into: [:]) { $0[$1] = "x" }), otherwise: "x")
    }

    @Test func `a complete translation lacks nothing`() {
        #expect(Self.complete.missing(from: .app, Vocabulary.app).isEmpty)
    }

    @Test(arguments: [0, 1])
    func `exactly the words and templates that a translation lacks are reported`(half: Int) {
        var all: [MissingTranslation] = Vocabulary.app.flatMap(\.keys).map { .word($0) } + [.otherwise]
        all += MessageCatalogue.app.templates.keys.map { .failure($0) }
        for (form, fields) in MessageCatalogue.app.templatesByForm {
            for (path, codes) in fields { all += codes.keys.map { .field(form, path, $0) } }
        }
        all.sort { $0.description < $1.description }
        let leftOut = all.enumerated().filter { $0.offset % 2 == half }.map(\.element)
        var translation = Self.complete
        for missing in leftOut {
            switch missing {
            case .word(let key): translation.words.templates[key] = nil
            case .failure(let code): translation.templates[code] = nil
            case .field(let form, let path, let code): translation.templatesByForm[form]?[path]?[code] = nil
            case .otherwise: translation.otherwise = nil
            }
        }
        #expect(Set(translation.missing(from: .app, Vocabulary.app)) == Set(leftOut))
        #expect(Set(all).count == all.count)
    }

    @Test func `the app's vocabularies contain every vocabulary that a module declares`() throws {
        let declared = try ClientSource.all.flatMap {
            $0.text.matches(of: /Vocabulary\(\s*"([a-z_]+)"/).map { String($0.1) }
        }
        let known = Set(Vocabulary.app.map(\.name))
        #expect(declared.count > 60)
        #expect(declared.filter { !known.contains($0) } == [])
    }

    @Test func `every failure code that a module declares has a template`() throws {
        let app = MessageCatalogue.app
        let known = Set(app.templates.keys).union(app.templatesByForm.values.flatMap { $0.values.flatMap(\.keys) })
        let declared = try ClientSource.constants(of: "FailureCode")
        #expect(declared.count > 40)
        #expect(declared.filter { !known.contains(FailureCode(rawValue: $0)) } == [])
    }

    @Test func `every list that a module declares has words for when it is empty`() throws {
        let declared = try ClientSource.constants(of: "ListName")
        #expect(declared.count > 25)
        #expect(declared.filter { Vocabulary.emptyLists.english[$0] == nil } == [])
        #expect(LocalizedStrings.english.empty(ListName(rawValue: "of_a_newer_server")) == "There is nothing here yet.")
    }

    /// `Failure` has words for errors of files. Each feature has words for errors of its rules. No screen shows the
    /// remaining errors.
    @Test func `the errors that conform to LocalizedError directly are the known five`() throws {
        let unworded = try ClientSource.all.flatMap {
            $0.text.matches(of: /extension ([A-Za-z.]+): LocalizedError/).map { String($0.1) }
        }
        #expect(
            Set(unworded) == [
                "SystemError", "FileTrustFailure", "Corruption", "DurableFileError", "ValidationError",
            ])
    }

    @Test func `no module has an English text that a front end cannot replace`() throws {
        let exceptions: Set = [
            // Texts for logs.
            "APIError.swift", "DecodingReason.swift",
            // Errors of files and reasons of token stores. `Failure` and `TokenStoreError` provide their texts.
            "Corruption.swift", "FileTrustFailure.swift", "KeychainTokenStore.swift", "SystemError.swift",
            // An error of an app's own list of universities.
            "ValidationError.swift",
            // Names of time zones in calendar files of other programs.
            "WindowsZones.swift",
        ]
        let found = try ClientSource.all.map { (file: $0.file, texts: $0.english) }.filter { !$0.texts.isEmpty }
        #expect(found.filter { !exceptions.contains($0.file) }.map { "\($0.file): \($0.texts)" } == [])
        #expect(exceptions.subtracting(found.map { $0.file }) == [])
    }

    @Test(arguments: [
        ("SolarSystem", #"name: name.isEmpty ? "No name" : name,"#, true),
        ("SolarSystem", #"svg.open("g", [("role", "img"), ("aria-label", "You, in the centre")])"#, true),
        ("Calendars", #"if day.isToday { title += ", today" }"#, true),
        ("Calendars", #"case (nil, let end?): "until \(end.hourAndMinute)""#, true),
        ("ICalendar", #"throw .notAllowed(part: "BYDAY with a number", in: frequency)"#, true),
        ("MapClustering", #"text: "\(marks.count(where: { $0.isLarge })) circles""#, true),
        ("Calendars", #"svg.rectangle([("fill", "none"), ("stroke-dasharray", "4 2")])"#, false),
        ("Meetups", #"return "Nobody is going.""#, true), ("Meetups", #"Text("\(count) people are going")"#, true),
        ("Meetups", #""left": "{count} people have left.","#, false),
        ("Networking", #"throw .invalidRequest(reason: "\(path) has no parameter \(name)")"#, false),
        ("Networking", #"precondition(isOpen, "a stream is read once")"#, false),
    ])
    func `the check reports English texts in code, and no other code`(module: String, line: String, isNoticed: Bool) {
        #expect(ClientSource(file: "Example.swift", module: module, text: line).english.isEmpty == !isNoticed)
    }

    @Test func `each state of a value that a screen shows has its own words`() {
        let causes: [SignOutCause] = [.notSignedIn, .byUser, .elsewhere] + SessionEnd.known.map(SignOutCause.ended)
        #expect(Set(causes.map(\.localizationCode)) == Set(SignOutCause.vocabulary.english.keys))
        let connections: [LogConnection] = [.off, .connecting, .live, .waiting(until: .distantFuture), .unavailable]
        #expect(Set(connections.map(\.localizationCode)) == Set(LogConnection.vocabulary.english.keys))
        let grades: [TokenStoreStatus.ProtectionLevel] = [.privateFile, .processMemory, .keychain]
        #expect(Set(grades.map(\.localizationCode)) == Set(TokenStoreStatus.ProtectionLevel.vocabulary.english.keys))
        #expect(LocalizedStrings.english.sentence("location.city", in: ProfilePart.vocabulary) == "City")
    }

    @Test func `a failure has the words of the front end for errors of every module`() {
        let german = LocalizedStrings([
            LocalizationKey("transport_error", "cannot_connect"): "Kein Netz.",
            LocalizationKey("auth_error", "signed_out"): "Abgemeldet.",
            LocalizationKey("poke_refusal", "over"): "Vorbei.",
            LocalizationKey("profile_form", "not_loaded"): "Noch nicht geladen.",
            LocalizationKey("problem", "limit_reached"): "Höchstens {max}.",
            LocalizationKey("failure", "other"): "Hoppla.",
            LocalizationKey("api_error", "unexpected_status"): "Status {status}.",
        ])
        func message(_ error: any Error) -> String { Failure(error, in: german).message }
        #expect(message(APIError.transport(.cannotConnect)) == "Kein Netz.")
        #expect(message(APIError.unexpectedStatus(502)) == "Status 502.")
        #expect(message(AuthError.signedOut) == "Abgemeldet.")
        #expect(message(PokeRefusal.over(.expired)) == "Vorbei.")
        #expect(message(ProfilesError.notLoaded) == "Noch nicht geladen.")
        let problem = Problem(code: .limitReached, message: "Too many.", details: ["max": 5])
        #expect(message(APIError.problem(status: 409, problem: problem)) == "Höchstens 5.")
        #expect(message(CocoaError(.fileNoSuchFile)) != "")
        struct Nameless: Error {}
        #expect(message(Nameless()) == "Hoppla.")
        // A template whose parameter the server did not send leaves the server's own sentence.
        let bare = Problem(code: .limitReached, message: "Too many.")
        #expect(message(APIError.problem(status: 409, problem: bare)) == "Too many.")
    }

    @Test @MainActor func `the message of a failed action uses the words of its event log`() async {
        let log = EventLog(words: LocalizedStrings([LocalizationKey("auth_error", "session_ended"): "Vorbei."]))
        let actions = ActionRunner<Int>(log: log)
        let outcome = await actions.run(1) { _ in throw AuthError.sessionEnded }
        #expect(outcome.failure?.message == "Vorbei.")
    }
}
