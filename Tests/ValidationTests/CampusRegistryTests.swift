import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct CampusRegistryTests {
    static let stanford = University(
        name: "Stanford University", country: "United States", alphaTwoCode: "US", domains: ["stanford.edu"])
    static let munich = University(
        name: "Technische Universität München", country: "Germany", alphaTwoCode: "DE", domains: ["tum.de", "MyTUM.de"])
    static let toronto = University(
        name: "University of Toronto", country: "Canada", alphaTwoCode: "CA", domains: ["utoronto.ca", "toronto.edu"])
    static let warsaw = University(
        name: "University of Warsaw", country: "Poland", alphaTwoCode: "PL", domains: ["uw.edu.pl"])
    static let registry = CampusRegistry(universities: [stanford, munich, toronto, warsaw])

    @Test(arguments: [
        ("maya@stanford.edu", "Stanford University"), ("maya@cs.stanford.edu", "Stanford University"),
        ("MAYA@STANFORD.EDU", "Stanford University"), ("jo@in.tum.de", "Technische Universität München"),
        ("jo@mytum.de", "Technische Universität München"), ("li@mail.utoronto.ca", "University of Toronto"),
        ("ola@student.uw.edu.pl", "University of Warsaw"),
    ])
    func `an address at or below a listed domain belongs to its university`(address: String, name: String) throws {
        let membership = try Self.registry.membership(of: EmailAddress(address))
        #expect(membership.university?.name == name)
        #expect(membership.evidence == .listed)
    }

    @Test(arguments: [
        ("a@uba.edu.ar", "uba.edu.ar"), ("a@exactas.uba.edu.ar", "uba.edu.ar"), ("a@ox.ac.uk", "ox.ac.uk"),
        ("a@u-tokyo.ac.jp", "u-tokyo.ac.jp"), ("a@unimelb.edu.au", "unimelb.edu.au"), ("a@yale.edu", "yale.edu"),
        ("a@fakestanford.edu", "fakestanford.edu"), ("a@stanford.edu.au", "stanford.edu.au"),
    ])
    func `an academic suffix proves an institution, but no university`(address: String, domain: String) throws {
        let membership = try Self.registry.membership(of: EmailAddress(address))
        #expect(membership.university == nil)
        #expect(membership.domain == domain)
        #expect(membership.evidence == .academicSuffix)
    }

    @Test func `a name above a single listed institution belongs to that institution`() throws {
        let poly = University(
            name: "Poly", country: "United States", alphaTwoCode: "US", domains: ["cs.poly.edu", "poly.example"])
        let law = University(name: "Law", country: "United States", alphaTwoCode: "US", domains: ["law.poly.edu"])
        let alone = CampusRegistry(universities: [poly])
        #expect(
            try alone.membership(of: EmailAddress("a@poly.edu")).institutionDomains
                == ["cs.poly.edu", "poly.edu", "poly.example"])
        let beside = CampusRegistry(universities: [poly, law])
        #expect(try beside.membership(of: EmailAddress("a@poly.edu")).institutionDomains == ["poly.edu"])
    }

    @Test(arguments: [
        ("x@stanford.edu.evil.com", FailureCode.notCampusAddress), ("x@fakestanford-edu.com", .notCampusAddress),
        ("x@evil.com", .notCampusAddress), ("x@myedu", .notCampusAddress), ("x@notum.de", .notCampusAddress),
        ("x@tum.de.com", .notCampusAddress), ("x@edu.com", .notCampusAddress), ("x@ac.uk", .notCampusAddress),
        ("x@edu.ar", .notCampusAddress), ("x@xn--80ak6aa92e.edu", .notCampusAddress),
        ("x@mailinator.com", .notCampusAddress), ("x@gmial.com", .notCampusAddress),
        ("x@gmail.com", .freeMailAddress), ("x@me.gmail.com", .freeMailAddress), ("x@QQ.com", .freeMailAddress),
        ("x@anything.edu.kg", .openCampusDomain), ("x@cheap.edu.pl", .openCampusDomain),
        ("x@america.edu", .openCampusDomain), ("x@kkk.ac.nz", .openCampusDomain),
    ])
    func `a domain without evidence of a campus is refused with its reason`(address: String, code: FailureCode) throws {
        guard let email = try? EmailAddress(address) else {
            #expect(address == "x@myedu")  // not an address, so it is refused earlier
            return
        }
        let error = try #require(throws: ValidationError.self) { try Self.registry.membership(of: email) }
        #expect(error.failures == [FieldFailure(path: "email", code: code)])
    }

    @Test(arguments: [
        ("a@alumni.stanford.edu", CampusRole.alumni), ("a@alum.cs.stanford.edu", .alumni),
        ("a@students.stanford.edu", .student), ("a@stud.tum.de", .student), ("a@etu.yale.edu", .student),
        ("a@alumnos.upm.edu.ar", .student), ("a@aluno.ufpa.edu.br", .student), ("a@staff.ox.ac.uk", .staff),
        ("a@faculty.stanford.edu", .staff), ("a@stanford.edu", .unknown), ("a@cs.stanford.edu", .unknown),
        ("a@students.edu", .unknown), ("a@etu.edu.tr", .unknown), ("a@stud.etu.edu.tr", .student),
        ("a@alumnigroup.stanford.edu", .unknown), ("student@stanford.edu", .unknown),
    ])
    func `labels below the institution determine the role`(address: String, role: CampusRole) throws {
        #expect(try Self.registry.membership(of: EmailAddress(address)).role == role)
    }

    @Test func `a listed domain with a role label has that role`() throws {
        let registry = CampusRegistry(universities: [
            University(name: "Ghent", country: "Belgium", alphaTwoCode: "BE", domains: ["student.ugent.be"])
        ])
        #expect(try registry.membership(of: EmailAddress("a@student.ugent.be")).role == .student)
    }

    @Test func `a university's own domain name is not a role`() throws {
        let university = University(
            name: "TOBB ETÜ", country: "Turkey", alphaTwoCode: "TR", domains: ["etu.edu.tr", "etu.edu.pl", "etu.fr"])
        for suffixes in [AcademicSuffixes.builtIn, .none] {
            let registry = CampusRegistry(universities: [university], suffixes: suffixes)
            for domain in university.domains {
                #expect(try registry.membership(of: EmailAddress("a@\(domain)")).role == .unknown)
                #expect(try registry.membership(of: EmailAddress("a@alumni.\(domain)")).role == .alumni)
            }
        }
    }

    @Test func `the most specific entry of both lists applies`() throws {
        let stops = CampusStopList(open: ["alumni.stanford.edu", "edu.pl"], freeMail: [])
        let registry = CampusRegistry(universities: [Self.stanford, Self.warsaw], stopList: stops)
        #expect(try registry.membership(of: EmailAddress("a@stanford.edu")).university == Self.stanford)
        #expect(try registry.membership(of: EmailAddress("a@uw.edu.pl")).university == Self.warsaw)
        for address in ["a@alumni.stanford.edu", "a@gsb.alumni.stanford.edu", "a@other.edu.pl"] {
            let error = try #require(throws: ValidationError.self) {
                try registry.membership(of: EmailAddress(address))
            }
            #expect(error.failures.map(\.code) == [.openCampusDomain])
        }
    }

    @Test func `a registry without suffixes accepts only listed institutions`() throws {
        let registry = CampusRegistry(universities: [Self.stanford], suffixes: .none)
        #expect(try registry.membership(of: EmailAddress("a@stanford.edu")).evidence == .listed)
        #expect(throws: ValidationError.self) { try registry.membership(of: EmailAddress("a@yale.edu")) }
    }

    @Test func `listed domains that do not identify an institution are unusable`() throws {
        let registry = CampusRegistry(universities: [
            University(
                name: "Too wide", country: "", alphaTwoCode: "",
                domains: ["edu", "ac.uk", "gmail.com", "http://x.edu/", "", "good.ca"])
        ])
        #expect(registry.unusableDomains == ["edu", "ac.uk", "gmail.com", "http://x.edu/", ""])
        #expect(try registry.membership(of: EmailAddress("a@good.ca")).university?.name == "Too wide")
        #expect(try registry.membership(of: EmailAddress("a@ox.ac.uk")).university == nil)
    }

    @Test func `a domain that two universities list belongs to the first`() throws {
        let registry = CampusRegistry(universities: [
            Self.stanford, University(name: "Later", country: "", alphaTwoCode: "", domains: ["stanford.edu"]),
        ])
        #expect(try registry.membership(of: EmailAddress("a@stanford.edu")).university == Self.stanford)
    }

    @Test func `broken elements of the university list are quarantined`() throws {
        let json = Data(
            """
            [{"name": "Marywood University", "country": "United States", "alpha_two_code": "US",
              "domains": ["marywood.edu"], "web_pages": ["http://www.marywood.edu"], "state-province": null},
             {"name": "No domains", "country": "Nowhere", "alpha_two_code": "XX"},
             17,
             {"name": "McGill", "country": "Canada", "alpha_two_code": "CA", "domains": ["mcgill.ca", "mail.mcgill.ca"]}]
            """.utf8)
        let list = try CampusRegistry.universities(fromJSON: json)
        #expect(list.elements.map(\.name) == ["Marywood University", "McGill"])
        #expect(list.quarantined.map(\.index) == [1, 2])
        let registry = CampusRegistry(universities: list.elements)
        #expect(try registry.membership(of: EmailAddress("a@mail.mcgill.ca")).university?.name == "McGill")
        for broken in ["", "{}", "[", "null"] {
            #expect(throws: ValidationError.unreadableUniversityList) {
                try CampusRegistry.universities(fromJSON: Data(broken.utf8))
            }
        }
    }

    @Test func `ten thousand universities are all found`() throws {
        let rows = (0..<10_000).map {
            #"{"name":"U\#($0)","country":"C","alpha_two_code":"CC","domains":["u\#($0).ca","\#($0).edu"],"web_pages":[]}"#
        }
        let list = try CampusRegistry.universities(fromJSON: Data("[\(rows.joined(separator: ","))]".utf8))
        let registry = CampusRegistry(universities: list.elements)
        #expect(list.quarantined.isEmpty && registry.unusableDomains.isEmpty)
        for index in 0..<10_000 {
            let email = try EmailAddress("a@mail.u\(index).ca")
            #expect(try registry.membership(of: email).university?.name == "U\(index)")
        }
    }
}
