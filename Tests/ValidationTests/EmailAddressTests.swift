import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("maya@stanford.edu", "maya@stanford.edu"),
        ("Ana.Diaz+orbit@EXACTAS.UBA.AR", "Ana.Diaz+orbit@exactas.uba.ar"),
        ("o'brien@ucd.ie", "o'brien@ucd.ie"),
        ("jean-luc@univ-paris1.fr", "jean-luc@univ-paris1.fr"),
        ("x@a.b-c.ac.uk", "x@a.b-c.ac.uk"),
        ("\u{FEFF} maya@stanford.edu\u{A0}\u{200B}\n", "maya@stanford.edu"),
        ("a#$&'*+-/=?^_`{|}~z@x.edu", "a#$&'*+-/=?^_`{|}~z@x.edu"),
        ("1234567890@123.edu", "1234567890@123.edu"),
    ])
    func `a valid address has a single normal form`(typed: String, normal: String) throws {
        #expect(try EmailAddress(typed).text == normal)
        #expect(try EmailAddress(normal).text == normal)
    }

    @Test(arguments: [
        ("", FailureCode.required),
        (" \u{200B}\u{A0}", .required),
        ("maya", .missingAtSign),
        ("maya.stanford.edu", .missingAtSign),
        ("@.edu", .malformedLocalPart),
        ("@stanford.edu", .malformedLocalPart),
        ("maya@", .malformedDomain),
        ("maya@edu", .malformedDomain),
        ("maya@stanford.e", .malformedDomain),
        ("maya@.edu", .malformedDomain),
        ("maya@stanford..edu", .malformedDomain),
        ("maya@stanford.edu.", .malformedDomain),
        ("maya@-stanford.edu", .malformedDomain),
        ("maya@stanford-.edu", .malformedDomain),
        ("maya@stan_ford.edu", .malformedDomain),
        ("maya@ab--cd.edu", .malformedDomain),
        ("maya@192.0.2.1", .malformedDomain),
        ("maya@[192.0.2.1]", .malformedDomain),
        ("maya@[IPv6:::1]", .malformedDomain),
        ("x@evil.com/.edu", .malformedDomain),
        ("x@evil.com#.edu", .malformedDomain),
        ("x@evil.com?.edu", .malformedDomain),
        ("x@evil.com:25.edu", .malformedDomain),
        ("x@evil.com\\.edu", .malformedDomain),
        ("maya@stanford.edu,evil.com", .malformedDomain),
        ("a@b@stanford.edu", .severalAtSigns),
        ("maya@stanford.edu@evil.com", .severalAtSigns),
        ("maya:pw@stanford.edu", .malformedLocalPart),
        ("maya%evil.com@stanford.edu", .malformedLocalPart),
        ("evil.com!maya@stanford.edu", .malformedLocalPart),
        ("-oProxyCommand@stanford.edu", .malformedLocalPart),
        ("maya..d@stanford.edu", .malformedLocalPart),
        (".maya@stanford.edu", .malformedLocalPart),
        ("maya.@stanford.edu", .malformedLocalPart),
        ("maya(comment)@stanford.edu", .malformedLocalPart),
        ("<maya@stanford.edu>", .malformedLocalPart),
        ("mañana@stanford.edu", .malformedLocalPart),
        ("m\u{430}ya@stanford.edu", .malformedLocalPart),
        ("\"maya d\"@stanford.edu", .containsSpace),
        ("\"maya\"@stanford.edu", .quotedLocalPart),
        ("a b@stanford.edu", .containsSpace),
        ("maya@stan ford.edu", .containsSpace),
        ("maya@stanford.edu\r\nbcc:eve@evil.com", .containsSpace),
        ("maya@stan\u{200B}ford.edu", .hiddenCharacters),
        ("maya@\u{202E}ude.drofnats", .hiddenCharacters),
        ("maya@stanford\u{0}.edu", .hiddenCharacters),
        ("maya@st\u{430}nford.edu", .mixedScripts),
        ("maya@stanf\u{3BF}rd.edu", .mixedScripts),
        ("maya@stanford.\u{435}du", .mixedScripts),
        ("maya@ⓔxample.edu", .malformedDomain),
        ("maya@ｓtanford.edu", .malformedDomain),
        ("maya@stanford。edu", .malformedDomain),
        ("maya@-münchen.edu", .malformedDomain),
        ("maya@münchen-.edu", .malformedDomain),
        ("maya@\u{301}münchen.edu", .malformedDomain),
        ("maya@xn--stnford-.edu", .malformedDomain),
        ("maya@xn--stnford-3fg.edu", .mixedScripts),
        ("maya@xn--stanford-.edu", .malformedDomain),
    ])
    func `an invalid address is refused with its reason`(typed: String, code: FailureCode) {
        #expect(failures(of: typed).map(\.code) == [code])
    }

    @Test func `lengths are limited as in the mail standards`() {
        let label = String(repeating: "b", count: 63)
        #expect(failures(of: String(repeating: "a", count: 64) + "@x.edu").isEmpty)
        #expect(failures(of: String(repeating: "a", count: 65) + "@x.edu").map(\.code) == [.tooLong])
        #expect(failures(of: "a@\(label).edu").isEmpty)
        #expect(failures(of: "a@\(label)b.edu").map(\.code) == [.tooLong])
        let whole = "@\(label).\(label).\(label).edu"
        #expect(failures(of: String(repeating: "a", count: 254 - whole.utf8.count) + whole).isEmpty)
        #expect(failures(of: String(repeating: "a", count: 255 - whole.utf8.count) + whole).map(\.code) == [.tooLong])
        #expect(failures(of: String(repeating: "a", count: 1_000_000)).map(\.code) == [.tooLong])
        #expect(failures(of: "a@" + String(repeating: "b.", count: 200) + "edu").map(\.code) == [.tooLong])
    }

    @Test func `a domain has at most 253 bytes`() {
        let labels = Array(repeating: String(repeating: "b", count: 63), count: 3).joined(separator: ".")
        #expect(DomainName("\(labels).\(String(repeating: "b", count: 61))") != nil)
        #expect(DomainName("\(labels).\(String(repeating: "b", count: 62))") == nil)
    }

    /// A domain that is far too long is refused before its labels are checked.
    @Test(arguments: [
        (String(repeating: "_.", count: 506), FailureCode.malformedDomain),
        (String(repeating: "_.", count: 506) + "_", .tooLong),
        (String(repeating: "a", count: 62) + "\u{430}.edu", .mixedScripts),
        (String(repeating: "a", count: 63) + "\u{430}.edu", .tooLong),
    ])
    func `a domain or label that is too long is refused for its length`(domain: String, code: FailureCode) {
        #expect(failures(of: "a@" + domain).map(\.code) == [code])
    }

    @Test func `a length failure has its path and its maximum`() throws {
        let failure = try #require(failures(of: String(repeating: "a", count: 65) + "@x.edu").first)
        #expect(failure.path == "email")
        #expect(failure.parameters == ["max": 64, "unit": "bytes"])
        #expect(failures(of: "", at: "contact.email").map(\.path) == ["contact.email"])
    }

    @Test(arguments: [
        ("a@München.de", "a@xn--mnchen-3ya.de"),
        ("a@mu\u{308}nchen.de", "a@xn--mnchen-3ya.de"),
        ("a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"),
        ("a@XN--MNCHEN-3YA.de", "a@xn--mnchen-3ya.de"),
        ("a@straße.de", "a@xn--strae-oqa.de"),
        ("a@例え.jp", "a@xn--r8jz45g.jp"),
        ("a@университет.рф", "a@xn--b1agajc0ayikbb.xn--p1ai"),
    ])
    func `an international domain is stored as A-labels`(typed: String, normal: String) throws {
        #expect(try EmailAddress(typed).text == normal)
    }

    @Test func `an international domain is displayed in Unicode`() throws {
        #expect(try EmailAddress("a@xn--mnchen-3ya.de").domain.display == "münchen.de")
        #expect(try EmailAddress("a@stanford.edu").domain.display == "stanford.edu")
    }

    @Test func `an address keeps its case, and its identity key is lowercase`() throws {
        let email = try EmailAddress("Maya.D+Orbit@Stanford.EDU")
        #expect(email.text == "Maya.D+Orbit@stanford.edu")
        #expect(email.identityKey == "maya.d+orbit@stanford.edu")
    }

    @Test func `descriptions of addresses and their errors do not contain the address`() throws {
        let email = try EmailAddress("maya@stanford.edu")
        var dumped = "\(email) \(String(reflecting: email))"
        dump(email, to: &dumped)
        #expect(!dumped.contains("maya"))
        let error = try #require(throws: ValidationError.self) { try EmailAddress("maya.stanford") }
        #expect(!"\(error) \(error.localizedDescription)".contains("maya"))
    }

    private func failures(of text: String, at path: String = "email") -> [FieldFailure] {
        do {
            _ = try EmailAddress(text, at: path)
            return []
        } catch {
            return error.failures
        }
    }
}
