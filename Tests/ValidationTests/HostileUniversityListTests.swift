import Foundation
import OrbitModels
import Testing

@testable import Validation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// The list of universities is untrusted input.
@Suite struct HostileUniversityListTests {
    private static let tooLarge = ValidationError.universityListTooLarge(maxBytes: CampusRegistry.listBytes)

    /// The place of a new temporary file.
    private var place: URL {
        FileManager.default.temporaryDirectory.appending(
            path: "list-\(ProcessInfo.processInfo.globallyUniqueString)")
    }

    private func file(_ fill: (FileHandle) throws -> Void) throws -> URL {
        let file = place
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try fill(handle)
        try handle.close()
        return file
    }

    @Test func `a university list of a gigabyte is refused`() throws {
        let file = try file { try $0.truncate(atOffset: 1 << 30) }
        defer { try? FileManager.default.removeItem(at: file) }  // a temporary file
        #expect(throws: Self.tooLarge) { try CampusRegistry.universities(at: file) }
        #expect(Self.tooLarge.localizedDescription.contains("too large"))
    }

    /// The bytes that remain in a FIFO show how many were read.
    @Test func `a university list is read up to one byte beyond the maximum`() throws {
        let fifo = place
        let isMade = mkfifo(fifo.path(percentEncoded: false), 0o600) == 0
        try #require(isMade)
        defer { try? FileManager.default.removeItem(at: fifo) }  // a temporary file
        let length = 2 * CampusRegistry.listBytes
        Thread.detachNewThread {
            do {
                let end = try FileHandle(forWritingTo: fifo)
                try end.write(contentsOf: Data(count: length))
                try end.close()
            } catch {
                // The rest is then shorter than the test expects.
            }
        }
        let reader = try FileHandle(forReadingFrom: fifo)
        #expect(throws: Self.tooLarge) { try CampusRegistry.universities(at: fifo) }
        let rest = try reader.readToEnd()
        #expect(rest?.count == length - CampusRegistry.listBytes - 1)
    }

    @Test func `a list is read from a file, and a missing file is unreadable`() throws {
        let json = #"[{"name": "U", "country": "C", "alpha_two_code": "CC", "domains": ["u.example"]}]"#
        let file = try file { try $0.write(contentsOf: Data(json.utf8)) }
        defer { try? FileManager.default.removeItem(at: file) }  // a temporary file
        #expect(try CampusRegistry.universities(at: file).elements.map(\.name) == ["U"])
        #expect(throws: ValidationError.unreadableUniversityList) {
            try CampusRegistry.universities(at: file.appending(path: "nothing"))
        }
    }

    @Test func `a list with millions of broken entries is refused`() {
        let json = Data(("[" + String(repeating: "1,", count: 2_000_000) + "1]").utf8)
        #expect(throws: Self.tooLarge) { try CampusRegistry.universities(fromJSON: json) }
    }

    @Test func `too many entries are refused before the list is decoded`() {
        let truncated = Data(("[" + String(repeating: "1,", count: 2_000_000)).utf8)  // cannot be decoded
        #expect(throws: Self.tooLarge) { try CampusRegistry.universities(fromJSON: truncated) }
    }

    /// The list is truncated, so it is unreadable if its entries are not too many.
    @Test(arguments: [(99_999, ValidationError.unreadableUniversityList), (100_000, tooLarge)])
    func `a list may have 100,000 entries`(commas: Int, error: ValidationError) {
        let json = Data(("[" + String(repeating: "1,", count: commas)).utf8)
        #expect(throws: error) { try CampusRegistry.universities(fromJSON: json) }
    }

    @Test func `commas in texts and within entries do not count as entries`() throws {
        let text = String(repeating: #",\","#, count: 60_000)
        let json =
            #"[{"name": "\#(text)", "country": "", "alpha_two_code": "", "domains": ["u.example", "v.example"]}]"#
        #expect(try CampusRegistry.universities(fromJSON: Data(json.utf8)).elements.count == 1)
    }

    @Test(arguments: ["[[[[", "[\"", "[\"\\", "]]]],", "\u{FEFF}[", "[{\"name\":"])
    func `a truncated list is unreadable`(_ start: String) {
        let json = Data((start + String(repeating: start, count: 10_000)).utf8)
        #expect(throws: ValidationError.unreadableUniversityList) { try CampusRegistry.universities(fromJSON: json) }
    }

    @Test func `malformed domains of a university are unusable`() throws {
        let garbage = [
            "", ".", "..", " ", "xn--", "xn--a.example", "xn--99999999999.example", "xn--ls8h..example", "-.example",
            "pаypal.example", "a.b\u{202E}", String(repeating: "a", count: 300) + ".example",
            String(repeating: "é", count: 2_000_000), "www.", "www.edu", "www.example", "http://u.example/",
            "u.example:25",
            "\0.example",
        ]
        let registry = CampusRegistry(universities: [
            University(name: "U", country: "", alphaTwoCode: "", domains: garbage + ["u.example"])
        ])
        #expect(registry.unusableDomains.count == garbage.count)
        #expect(try registry.membership(of: EmailAddress("a@u.example")).institutionDomains == ["u.example"])
    }

    @Test(arguments: [(2_015, true), (2_016, false)])
    func `a listed domain of up to 2,024 bytes is trimmed`(spaces: Int, isUsable: Bool) {
        let domain = String(repeating: " ", count: spaces) + "u.example"
        #expect(CampusRegistry(universities: [University("U", domain)]).unusableDomains.isEmpty == isUsable)
    }

    @Test func `thousands of entries that share domains in a circle form one institution`() throws {
        let count = 5_000
        let ring = (0..<count).map { University("\($0)", "d\($0).example", "d\(($0 + 1) % count).example") }
        let registry = CampusRegistry(universities: ring)
        #expect(try registry.membership(of: EmailAddress("a@d7.example")).institutionDomains.count == count)
        let same = Array(repeating: University("U", "u.example"), count: count)
        #expect(
            try CampusRegistry(universities: same).membership(of: EmailAddress("a@u.example")).institutionDomains
                == ["u.example"])
    }

    @Test func `an entry with very many domains keeps the first two hundred`() throws {
        let domains = (0..<20_000).map { "d\($0).example" }
        let registry = CampusRegistry(universities: [
            University(name: "U", country: "", alphaTwoCode: "", domains: domains)
        ])
        #expect(registry.unusableDomains.count == 19_800)
        #expect(try registry.membership(of: EmailAddress("a@d7.example")).university?.name == "U")
    }

    @Test(arguments: ["www.u.example", "WWW.U.example", " www.u.example "])
    func `a listed domain with www applies to the bare domain`(listed: String) throws {
        let registry = CampusRegistry(universities: [University("U", listed)])
        for domain in ["u.example", "cs.u.example", "www.u.example"] {
            #expect(try registry.membership(of: EmailAddress("a@\(domain)")).domain == "u.example")
        }
    }

    @Test(arguments: [
        "vic.edu.au", "someschool.vic.edu.au", "tp.edu.tw", "pupil.abc.tp.edu.tw", "students.edu.sg", "moe-dl.edu.my",
        "moe.edu.eg", "clases.edu.sv", "schools.edu.mt",
    ])
    func `domains shared by schools are refused as school domains`(domain: String) throws {
        let listed = [University("Vic", "vic.edu.au", "students.edu.sg", "navitas.vic.edu.au")]
        for registry in [CampusRegistry(), CampusRegistry(universities: listed)] {
            let error = try #require(throws: ValidationError.self) {
                try registry.membership(of: EmailAddress("a@\(domain)"))
            }
            #expect(error.failures == [FieldFailure(path: "email", code: .schoolDomain)])
        }
        let registry = CampusRegistry(universities: listed)
        #expect(try registry.membership(of: EmailAddress("a@navitas.vic.edu.au")).evidence == .listed)
        #expect(try registry.membership(of: EmailAddress("a@students.edu")).evidence == .academicSuffix)
    }
}

extension University {
    init(_ name: String, _ domains: String...) {
        self.init(name: name, country: "", alphaTwoCode: "", domains: domains)
    }
}
