/// The domains of each institution in a list of universities. The result does not depend on the order of the entries.
///
/// Entries that share a domain are one institution, such as a university with two names or a renamed university. A name
/// directly below an academic suffix may have no entry. If all listed domains below that name belong to one
/// institution, the name belongs to it too.
struct CampusGroups: Sendable {
    /// The domains of each institution, sorted.
    private let names: [[String]]
    private let groupByDomain: [String: Int]

    /// - Parameters:
    ///   - domains: The domains of each entry, in normal form.
    ///   - institution: Returns the name directly below the academic suffix of a domain, or `nil` without such a
    ///     suffix.
    init(domains: [[String]], institution: (String) -> String?) {
        var roots = Array(domains.indices)
        func root(of entry: Int) -> Int {
            var entry = entry
            while roots[entry] != entry {
                roots[entry] = roots[roots[entry]]
                entry = roots[entry]
            }
            return entry
        }
        var owner: [String: Int] = [:]
        for (entry, names) in domains.enumerated() {
            for name in names {
                if let other = owner[name] { roots[root(of: entry)] = root(of: other) } else { owner[name] = entry }
            }
        }
        var groupByDomain = owner.mapValues { root(of: $0) }
        var above: [String: Int?] = [:]
        for (domain, group) in groupByDomain {
            guard let name = institution(domain), groupByDomain[name] == nil else { continue }
            if let known = above[name] {
                above[name] = known == group ? group : .some(nil)
            } else {
                above[name] = group
            }
        }
        for (name, group) in above { groupByDomain[name] = group }
        var names = Array(repeating: [String](), count: domains.count)
        for (domain, group) in groupByDomain { names[group].append(domain) }
        self.names = names.map { $0.sorted() }
        self.groupByDomain = groupByDomain
    }

    /// Returns all domains of the institution with this domain, sorted. Returns only this domain if it is not in the
    /// list.
    func names(with domain: String) -> [String] { groupByDomain[domain].map { names[$0] } ?? [domain] }
}
