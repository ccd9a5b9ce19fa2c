public import OrbitModels

/// Finds the campus that an email address belongs to.
///
/// The domain is matched label by label, from the most specific name upwards. The first name found in the stop list,
/// the universities or the academic suffixes decides. Only whole labels match, so `stanford.edu.evil.com` and
/// `fakestanford.edu` never match Stanford.
///
/// ```swift
/// let list = try CampusRegistry.universities(fromJSON: data)
/// let registry = CampusRegistry(universities: list.elements)
/// let membership = try registry.membership(of: EmailAddress("maya@cs.stanford.edu"))
/// membership.university?.name  // "Stanford University"
/// ```
public struct CampusRegistry: Sendable {
    /// The universities in the given order.
    public let universities: [University]
    /// The domains of the list that cannot identify an institution. These are invalid host names, academic suffixes,
    /// domains that schools share, and free mail providers. The domains of a university after its first 200 are included.
    public let unusableDomains: [String]
    let indexByDomain: [String: Int]
    private let groups: CampusGroups
    let typoIndex: DomainIndex
    let suffixes: AcademicSuffixes
    let stopList: CampusStopList

    /// Creates a registry. If two universities list the same domain, it belongs to the earlier university, and both are
    /// one institution. The prefix `www.` of a domain is dropped.
    ///
    /// - Parameters:
    ///   - universities: The list of universities.
    ///   - suffixes: The domains under which only educational institutions can register names.
    ///   - stopList: The domains that prove no membership.
    public init(
        universities: [University] = [], suffixes: AcademicSuffixes = .builtIn, stopList: CampusStopList = .builtIn
    ) {
        var indexByDomain: [String: Int] = [:]
        indexByDomain.reserveCapacity(universities.count)
        var unusable: [String] = []
        let domains = universities.enumerated().map { index, university in
            unusable += university.domains.dropFirst(Self.maxDomains)
            return university.domains.prefix(Self.maxDomains).compactMap { text in
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
        typoIndex = DomainIndex(Array(indexByDomain.keys) + stopList.freeMailDomains)
        groups = CampusGroups(domains: domains) { Self.institution(above: $0, suffixes) }
    }

    /// The maximum number of domains of a university. Further domains are unusable.
    private static let maxDomains = 200

    /// Returns the domain of a list entry in normal form, or `nil` if it cannot identify an institution.
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

    /// Returns the name directly below the academic suffix of the domain. Returns `nil` without such a suffix, and for
    /// a name that schools share.
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

    /// Returns the membership that an address of the domain would prove, or `nil` if it proves no membership.
    public func membership(ofDomain domain: String) -> CampusMembership? {
        DomainName(domain).flatMap { try? membership(of: $0) }  // the reason is not needed
    }

    /// Returns the campus of an address. Takes constant time for each label of the domain.
    ///
    /// - Parameters:
    ///   - email: The verified address.
    ///   - path: The path of the field in failures.
    /// - Throws: `ValidationError.invalid` with the reason if the address does not belong to a campus.
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
                // No academic suffix registers internationalised names, so such a name is a look-alike.
                guard let below, !domain.isInternationalized else { break }
                return CampusMembership(
                    university: nil, domain: below, institutionDomains: groups.names(with: below),
                    role: role(in: domain), evidence: .academicSuffix)
            }
            below = name
        }
        throw RuleViolation(code: .notCampusAddress)
    }

    /// Returns the role named by the labels left of the institution's own name. That name is ignored, because it may
    /// look like a role: `etu.edu.tr` and `stu.edu.tw` are universities.
    private func role(in domain: DomainName) -> CampusRole {
        let suffix = domain.lineage.first { name in
            suffixes.contains(name) || AcademicSuffixes.builtIn.contains(name) || stopList.isOpen(name)
        }
        let suffixLength = suffix?.split(separator: ".").count ?? 1
        return CampusRole(labels: domain.labels.dropLast(suffixLength + 1))
    }
}
