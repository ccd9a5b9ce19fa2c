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
    private let groups: CampusGroups
    let slips: DomainIndex
    let suffixes: AcademicSuffixes
    let stopList: CampusStopList

    /// If two universities list the same domain, the earlier has it, and both are one institution. `www.` in front of a
    /// domain is dropped.
    public init(
        universities: [University] = [], suffixes: AcademicSuffixes = .builtIn, stopList: CampusStopList = .builtIn
    ) {
        var indexByDomain: [String: Int] = [:]
        indexByDomain.reserveCapacity(universities.count)
        var unusable: [String] = []
        let domains = universities.enumerated().map { index, university in
            unusable += university.domains.dropFirst(Self.mostDomains)
            return university.domains.prefix(Self.mostDomains).compactMap { text in
                guard let domain = Self.institutionDomain(text, suffixes, stopList) else {
                    unusable.append(text)
                    return nil as String?
                }
                if indexByDomain[domain] == nil { indexByDomain[domain] = index }
                return domain
            }
        }
        self.universities = universities
        unusableDomains = unusable
        self.indexByDomain = indexByDomain
        self.suffixes = suffixes
        self.stopList = stopList
        slips = DomainIndex(Array(indexByDomain.keys) + stopList.freeMailDomains)
        groups = CampusGroups(domains: domains) { Self.institution(above: $0, suffixes) }
    }

    /// Of a university; further domains are unusable.
    private static let mostDomains = 200

    /// The domain of a list's entry in normal form; `nil` if it cannot identify an institution.
    private static func institutionDomain(
        _ text: String, _ suffixes: AcademicSuffixes, _ stopList: CampusStopList
    ) -> String? {
        guard text.utf8.count <= 8 * Limits.domain, var domain = DomainName(TextSafety.trimmed(text))?.ascii else {
            return nil
        }
        if domain.hasPrefix("www.") { domain.removeFirst(4) }
        guard domain.contains("."), !suffixes.contains(domain), !stopList.isFreeMail(domain),
            !SchoolDomains.contains(domain, suffixes: suffixes)
        else { return nil }
        return domain
    }

    /// The name directly below the academic suffix that the domain is under, unless it is shared by schools.
    private static func institution(above domain: String, _ suffixes: AcademicSuffixes) -> String? {
        var below: Substring?
        var name = domain[...]
        while let dot = name.firstIndex(of: ".") {
            (below, name) = (name, name[name.index(after: dot)...])
            if suffixes.contains(String(name)) {
                return below.map { String($0) }.flatMap { SchoolDomains.contains($0, suffixes: suffixes) ? nil : $0 }
            }
        }
        return nil
    }

    /// What an address of the domain would prove; `nil` if nothing.
    public func membership(ofDomain domain: String) -> CampusMembership? {
        DomainName(domain).flatMap { try? membership(of: $0) }  // the reason is not asked for
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
                    university: university, domain: name, institutionDomains: groups.names(with: name),
                    role: role(in: domain), evidence: .listed)
            }
            if SchoolDomains.contains(name, suffixes: suffixes) { throw RuleViolation(code: .schoolDomain) }
            if suffixes.contains(name) {
                // No academic suffix registers internationalised names: such a name is a look-alike.
                guard let below, !domain.isInternationalized else { break }
                return CampusMembership(
                    university: nil, domain: below, institutionDomains: groups.names(with: below),
                    role: role(in: domain), evidence: .academicSuffix)
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
