public import Foundation
public import OrbitModels

/// Finds the campus that an email address belongs to.
///
/// The domain is matched label by label from the most specific name upwards; the first name found in the stop list, the
/// universities or the academic suffixes decides. A suffix of letters proves nothing, so `stanford.edu.evil.com` and
/// `fakestanford.edu` never match Stanford.
///
/// ```swift
/// let list = try CampusRegistry.universities(fromJSON: data)
/// let registry = CampusRegistry(universities: list.elements)
/// let membership = try registry.membership(of: EmailAddress("maya@cs.stanford.edu"))
/// membership.university?.name  // "Stanford University"
/// ```
public struct CampusRegistry: Sendable {
    /// In the order given.
    public let universities: [University]
    /// Domains of the list that cannot identify an institution: not host names, academic suffixes or free mail
    /// providers.
    public let unusableDomains: [String]
    let indexByDomain: [String: Int]
    let suffixes: AcademicSuffixes
    let stopList: CampusStopList

    /// If two universities list the same domain, the earlier has it.
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

    /// Reads the university-domains list (Hipo): a JSON array of `name`, `country`, `alpha_two_code`, `domains`,
    /// `web_pages`. Other members are ignored; broken elements are set aside.
    ///
    /// Throws ``ValidationError/unreadableUniversityList`` if it is not a JSON array.
    public static func universities(fromJSON data: Data) throws(ValidationError) -> LossyList<University> {
        do {
            return try OrbitJSON.decoder.decode(LossyList<University>.self, from: data)
        } catch {
            throw .unreadableUniversityList
        }
    }

    /// The campus of an address. Constant time for each label of the domain.
    ///
    /// - Parameter path: The path of the field in failures.
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

    private func membership(of domain: DomainName) throws(RuleViolation) -> CampusMembership {
        var below: String?
        for name in domain.lineage {
            if stopList.isOpen(name) { throw RuleViolation(code: .openCampusDomain) }
            if stopList.isFreeMail(name) { throw RuleViolation(code: .freeMailAddress) }
            if let university = university(for: name) {
                return CampusMembership(
                    university: university, domain: name, role: role(in: domain), evidence: .listed)
            }
            if suffixes.contains(name) {
                // No academic suffix registers internationalised names: such a name is a look-alike.
                guard let below, !domain.isInternationalized else { break }
                return CampusMembership(
                    university: nil, domain: below, role: role(in: domain), evidence: .academicSuffix)
            }
            below = name
        }
        throw RuleViolation(code: .notCampusAddress)
    }

    /// The role named by the labels left of the institution's own name. That name itself may look like a role:
    /// `etu.edu.tr` and `stu.edu.tw` are universities.
    private func role(in domain: DomainName) -> CampusRole {
        let suffix = domain.lineage.first { name in
            suffixes.contains(name) || AcademicSuffixes.builtIn.contains(name) || stopList.isOpen(name)
        }
        let suffixLength = suffix?.split(separator: ".").count ?? 1
        return CampusRole(labels: domain.labels.dropLast(suffixLength + 1))
    }
}
