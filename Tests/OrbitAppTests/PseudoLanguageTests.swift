import Auth
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import Validation

@Suite struct PseudoLanguageTests {
    private static let catalogue = PseudoLanguage.catalogue(of: .app, Vocabulary.app)

    /// A value for each name of a parameter in the sources of all modules.
    ///
    /// - Parameter areNumbers: Whether the values are numbers, which some sentences need.
    private static func parameters(areNumbers: Bool) throws -> [String: ParameterValue] {
        let names = try ClientSource.all.flatMap { source in
            source.text.matches(of: /\{([a-z_]+)\}/).map { String($0.1) }
                + source.text.matches(of: /parameters\["([a-z_]+)"\]/).map { String($0.1) }
        }
        var values: [String: ParameterValue] = [:]
        for (place, name) in Set(names).sorted().enumerated() {
            values[name] = areNumbers ? .integer(71_000 + place) : .text("⟦\(name)⟧")
        }
        return values
    }

    @Test(arguments: [false, true])
    func `a sentence of any module keeps its parameters, and is 40 % longer`(_ areNumbers: Bool) throws {
        let parameters = try Self.parameters(areNumbers: areNumbers)
        let values = parameters.values.map(\.description)
        var count = 0
        for vocabulary in Vocabulary.app {
            for (code, english) in vocabulary.english {
                guard let original = english(parameters) else { continue }
                count += 1
                let longer = Self.catalogue.words.own(code, in: vocabulary, parameters) ?? ""
                #expect(5 * longer.count >= 7 * original.count, "\(vocabulary.name).\(code)")
                let lost = values.filter { original.contains($0) && !longer.contains($0) }
                #expect(lost.isEmpty, "\(vocabulary.name).\(code): \(lost)")
            }
        }
        #expect(count > 300)
    }

    @Test @MainActor func `the texts of screens are in the language of the app`() async throws {
        let campus = SmallCampus()
        campus.catalogue = Self.catalogue
        let other = try await campus.join("liam")
        let device = try await campus.signIn("maya")
        let (app, user) = (device.app, device.user)
        var texts: [String: String?] = [:]

        await user.profile.next()
        texts["a missing name"] = user.profile.message(for: "name")
        user.profile.draft = SmallCampus.profile(of: "maya")
        await app.saveProfile()
        let sheet = user.sheet(of: try other.user.ownID)
        await sheet.load()
        texts["the kind of a chip"] = sheet.detail?.chips.first?.label
        try await app.logout()
        app.auth.email = "maya"
        await app.auth.sendCode()
        texts["an invalid address"] = app.auth.failure?.message
        for (name, text) in texts { #expect(text?.contains("áé") == true, "\(name): \(text ?? "no text")") }
    }

    @Test func `a message about a field keeps its parameters, and a text without a value stays without a text`() {
        let template = PseudoLanguage.template("Choose at least {min}.")
        #expect(template(["min": "Enough"])?.hasPrefix("Chóósé át léást Enough. ") == true)
        #expect(template([:]) == nil)
    }

    @Test func `the pseudo-language lacks no text of the app`() {
        #expect(Self.catalogue.missing(from: .app, Vocabulary.app).isEmpty)
    }
}
