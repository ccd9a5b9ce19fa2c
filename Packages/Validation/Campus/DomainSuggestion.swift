import OrbitModels

extension CampusRegistry {
    /// Returns the address that was probably intended. Its domain is a listed domain that differs by a typing error, or
    /// the same name with a corrected `.edu`.
    ///
    /// Returns `nil` in the following cases:
    /// - The address is accepted as it is.
    /// - Its domain belongs to a free mail provider or is close to one.
    /// - No domain is close enough, or two domains are equally close.
    /// - The first letter of the domain differs from that of the listed domain.
    /// - The first label of the listed domain is too short, because many short names are universities. At a distance of
    ///   1, the minimum is six characters, or five if the domains differ only in the order of their characters. At a
    ///   distance of 2, it is twelve.
    ///
    /// The maximum edit distance is 1, and 2 for domains of at least twelve characters. With 100,000 domains the search
    /// takes a fraction of a millisecond.
    public func suggestion(for email: EmailAddress) -> EmailAddress? {
        do {
            _ = try membership(of: email)
            return nil
        } catch  where error.failures.map(\.code) != [.notCampusAddress] {
            return nil
        } catch {
            return correction(of: email.domain).map { EmailAddress(localPart: email.localPart, domain: $0) }
        }
    }

    private func correction(of domain: DomainName) -> DomainName? {
        let name = domain.ascii
        let ancestors = domain.lineage.filter { $0.contains(".") && !suffixes.contains($0) }
        // Only the four shortest names are compared. A typing error in a name with more labels does not lead to another
        // university.
        for ancestor in ancestors.suffix(4) {
            let limit = ancestor.utf8.count < 12 ? 1 : 2
            let (nearest, distance) = typoIndex.nearest(to: ancestor, atMost: limit)
            guard !nearest.isEmpty else { continue }
            // Typing errors are rare in the first letter. For example, `fh-koeln` and `th-koeln` are two universities.
            guard nearest.count == 1, let meant = nearest.first, !stopList.isFreeMail(meant),
                meant.utf8.first == ancestor.utf8.first, isLong(meant, for: ancestor, at: distance)
            else { return nil }
            return DomainName(name.dropLast(ancestor.utf8.count) + meant)
        }
        guard let top = domain.labels.last, top != "eu",
            EditDistance.between(Array(top.utf8), Array("edu".utf8), atMost: 1) != nil,
            let corrected = DomainName(name.dropLast(top.utf8.count) + "edu"),
            membership(ofDomain: corrected.ascii) != nil
        else { return nil }
        return corrected
    }

    /// Whether the institution's own name is long enough to distinguish a typing error from another name. Two swapped
    /// letters rarely give another name.
    private func isLong(_ meant: String, for typed: String, at distance: Int) -> Bool {
        let own = meant.split(separator: ".").first?.utf8.count ?? 0
        if distance > 1 { return own >= 2 * Self.shortestName }
        return own >= (meant.utf8.sorted() == typed.utf8.sorted() ? Self.shortestName - 1 : Self.shortestName)
    }

    private static let shortestName = 6
}
