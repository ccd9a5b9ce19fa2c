public import Foundation
public import OrbitModels

/// A good response: its payload, and what the headers say about it.
public struct Response<Value: Sendable>: Sendable {
    /// The payload.
    public let value: Value
    /// The version of the resource, for a later ``Endpoint/ifMatch`` or ``APIClient/revalidate(_:since:)``.
    public let entityTag: EntityTag?
    /// What the response says about the log of the caller; `nil` from a server that keeps none.
    public let receipt: LogReceipt?

    /// The ``entityTag`` of what cannot be replaced without one.
    public var version: EntityTag {
        get throws(APIError) {
            guard let entityTag else { throw .malformedResponse(reason: "the answer has no ETag") }
            return entityTag
        }
    }

    private let dateField: String?

    /// The time by the server's clock when it responded.
    public var serverDate: Date? { dateField.flatMap(HTTPDate.date(from:)) }

    init(value: Value, receipt: LogReceipt?, headers: HTTPHeaders) {
        self.value = value
        self.receipt = receipt
        entityTag = headers[.etag].map(EntityTag.init(rawValue:))
        dateField = headers[.date]
    }
}
