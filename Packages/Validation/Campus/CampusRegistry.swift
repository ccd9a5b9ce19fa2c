public import Foundation
public import OrbitModels

/// Tells which campus an address belongs to.
///
/// The domain is walked label by label from the most specific name upwards; the first name that the stop
/// list, the universities or the academic suffixes know decides. A suffix of letters proves nothing, so
/// `stanford.edu.evil.com` and `fakestanford.edu` are never taken for Stanford.
///
/// ```swift
/// let list = try CampusRegistry.universities(fromJSON: data)
/// let registry = CampusRegistry(universities: list.elements)
/// let membership = try registry.membership(of: EmailAddress("maya@cs.stanford.edu"))
/// membership.university?.name  // "Stanford University"
/// ```
public struct CampusRegistry: Sendable {
    public let universities: [University]
    /// Domains in the list that cannot stand for an institution: not host names, or everybody's.
    public let unusableDomains: [String]
    let indexByDomain: [String: Int]
    let suffixes: AcademicSuffixes
    let stopList: CampusStopList

    /// Where two universities name the same domain, the earlier has it.
    public init(
        universities: [University] = [], suffixes: AcademicSuffixes = .builtIn, stopList: CampusStopList = .builtIn
    ) {
        var indexByDomain: [String: Int] = [:]
        indexByDomain.reserveCapacity(universities.count)
        var unusable: [String] = []
        for (index, university) in universities.enumerated() {
            for text in university.domains {
                guard let domain = DomainName(TextSafety.trimmed(text))?.ascii, !suffixes.contains(domain),
                    !stopList.isFreeMail(domain)
                else {
                    unusable.append(text)
                    continue
                }
                if indexByDomain[domain] == nil { indexByDomain[domain] = index }
            }
        }
        self.universities = universities
        unusableDomains = unusable
        self.indexByDomain = indexByDomain
        self.suffixes = suffixes
        self.stopList = stopList
    }

    /// Reads the widely used university-domains list: a JSON array of `name`, `country`, `alpha_two_code`,
    /// `domains`, `web_pages`. Further members are ignored; broken elements are set aside.
    public static func universities(fromJSON data: Data) throws(ValidationError) -> LossyList<University> {
        do {
            return try OrbitJSON.decoder.decode(LossyList<University>.self, from: data)
        } catch {
            throw .unreadableUniversityList
        }
    }

    /// The campus of an address. Takes a few look-ups for each label of the domain.
    ///
    /// - Parameter path: The field that failures name.
    public func membership(of email: EmailAddress, at path: String = "email") throws(ValidationError)
        -> CampusMembership
    {
        do {
            return try membership(of: email.domain)
        } catch {
            throw error.at(path)
        }
    }

    func university(for domain: String) -> University? {
        indexByDomain[domain].map { universities[$0] }
    }

    private func membership(of domain: DomainName) throws(Fault) -> CampusMembership {
        var below: String?
        for name in domain.lineage {
            if stopList.isOpen(name) { throw Fault(code: .openCampusDomain) }
            if stopList.isFreeMail(name) { throw Fault(code: .freeMailAddress) }
            if let university = university(for: name) {
                return CampusMembership(
                    university: university, domain: name, role: role(in: domain), evidence: .listed)
            }
            if suffixes.contains(name) {
                // No academic suffix gives out names beyond ASCII; such a name is a look-alike.
                guard let below, !domain.isInternationalized else { break }
                return CampusMembership(
                    university: nil, domain: below, role: role(in: domain), evidence: .academicSuffix)
            }
            below = name
        }
        throw Fault(code: .notCampusAddress)
    }

    /// What the labels left of the institution's own name tell. The name itself may look like a role
    /// without being one: `etu.edu.tr` and `stu.edu.tw` are universities.
    private func role(in domain: DomainName) -> CampusRole {
        let suffix = domain.lineage.first { name in
            suffixes.contains(name) || AcademicSuffixes.builtIn.contains(name) || stopList.isOpen(name)
        }
        let suffixLength = suffix?.split(separator: ".").count ?? 1
        return CampusRole(labels: domain.labels.dropLast(suffixLength + 1))
    }
}
