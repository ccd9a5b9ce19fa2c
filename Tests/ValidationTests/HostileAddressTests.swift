import OrbitModels
import Testing
import TimeAndChance
import Validation

/// Properties that many generated addresses must have.
@Suite struct HostileAddressTests {
    @Test func `every accepted address is in normal form, in ASCII and within its limits`() {
        var chance = SplitMix64(seed: 5_321)
        let pieces = [
            "@", ".", "..", "xn--", "-", "_", "\"", "<", ">", "[", "]", "/", "\\", ":", ";", ",", " ", "\u{A0}",
            "\u{200B}", "\u{202E}", "\u{430}", "ü", "u\u{308}", "例", "ß", "İ", "。", "٣", "\r\n", "\0", "+tag", "'",
            "%", "1", "A", "@xn--mnchen-3ya.", "🙂", "\u{200D}", "\u{301}", "#", "?", "универ", ".例え.",
        ]
        var accepted = 0
        for _ in 0..<4_000 {
            var text = Array("maya@stanford.edu")
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let place = Int.random(in: 0...text.count, using: &chance)
                text.replaceSubrange(
                    place..<min(text.count, place + Int.random(in: 0...5, using: &chance)),
                    with: pieces.randomElement(using: &chance) ?? "")
            }
            guard let email = try? EmailAddress(String(text)) else { continue }  // most texts are refused
            accepted += 1
            #expect(email.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(email.text.utf8.count <= Limits.email)
            #expect(email.text.count { $0 == "@" } == 1)
            #expect(email.domain.ascii == email.domain.ascii.lowercased())
            #expect((try? EmailAddress(email.text)) == email)  // a throw fails the test like a wrong value
            #expect((try? EmailAddress("a@\(email.domain.display)"))?.domain == email.domain)  // likewise
        }
        #expect(accepted > 300)
    }

    @Test func `only a university's domain and the names below it belong to the university`() throws {
        var chance = SplitMix64(seed: 10)
        let registry = CampusRegistry(universities: [CampusRegistryTests.stanford])
        let pieces = [
            "stanford", "edu", ".", "-", "fake", "evil", "com", "cs", "x", "ac", "uk", "stanford.edu", "xn--",
        ]
        var members = 0
        for _ in 0..<8_000 {
            let domain = (0..<Int.random(in: 1...5, using: &chance)).compactMap { _ in
                pieces.randomElement(using: &chance)
            }.joined()
            let email = try? EmailAddress("x@\(domain)")  // most texts are not addresses
            let university = email.flatMap { try? registry.membership(of: $0) }?.university  // or not of a campus
            let isStanford = domain == "stanford.edu" || domain.hasSuffix(".stanford.edu")
            if university != nil { members += 1 }
            #expect((university != nil) == (isStanford && email != nil))
        }
        #expect(members > 100)
    }

    @Test func `very long and unusual texts are refused`() {
        let hostile = [
            String(repeating: "@", count: 100_000), String(repeating: ".", count: 100_000),
            "a@" + String(repeating: "\u{301}\u{316}", count: 50_000), "a@" + String(repeating: "ü", count: 60) + ".de",
            String(repeating: "\u{200B}", count: 100_000), "a@xn--" + String(repeating: "9", count: 59) + ".de",
        ]
        for text in hostile { #expect(throws: ValidationError.self) { try EmailAddress(text) } }
    }
}
