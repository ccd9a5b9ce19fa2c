extension CampusRegistry {
    /// The address that was probably meant: the same on a listed domain, at edit distance 1 (2 for names of ten
    /// characters and more), or with `.edu` spelled correctly. `nil` if the domain is listed, or is closer to a free
    /// mail provider's.
    ///
    /// Compares with every domain of the list: call it when the user has finished typing.
    public func suggestion(for email: EmailAddress) -> EmailAddress? {
        let name = email.domain.ascii
        for known in email.domain.lineage where university(for: known) != nil { return nil }
        for ancestor in email.domain.lineage where ancestor.contains(".") && !suffixes.contains(ancestor) {
            guard let nearest = nearestDomain(to: ancestor) else { continue }
            if stopList.isFreeMail(nearest) { return nil }
            return DomainName(name.dropLast(ancestor.utf8.count) + nearest).map {
                EmailAddress(localPart: email.localPart, domain: $0)
            }
        }
        guard let top = email.domain.labels.last, top != "edu", top != "eu",
            EditDistance.between(Array(top.utf8), Array("edu".utf8), atMost: 1) != nil
        else { return nil }
        return DomainName(name.dropLast(top.utf8.count) + "edu").map {
            EmailAddress(localPart: email.localPart, domain: $0)
        }
    }

    private func nearestDomain(to name: String) -> String? {
        let typed = Array(name.utf8)
        var limit = typed.count < 10 ? 1 : 2
        var nearest: String?
        func consider(_ candidate: String) {
            guard abs(candidate.utf8.count - typed.count) <= limit,
                let distance = EditDistance.between(typed, Array(candidate.utf8), atMost: limit)
            else { return }
            if distance < limit || nearest.map({ candidate < $0 }) ?? true { nearest = candidate }
            limit = distance
        }
        for candidate in stopList.freeMailDomains { consider(candidate) }
        for candidate in indexByDomain.keys { consider(candidate) }
        return nearest == name ? nil : nearest
    }
}
