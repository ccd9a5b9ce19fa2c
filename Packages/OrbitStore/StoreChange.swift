/// What followers of a store are told.
public enum StoreChange: Hashable, Sendable {
    /// Transactions that announced these topics were committed.
    case topics(Set<String>)
    /// More was committed than could be told one by one: any topic may have been announced.
    case anything
}
