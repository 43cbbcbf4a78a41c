public import NotesDomain

/// An owner of notes. Each account has its own database.
public struct Account: Hashable, Sendable {
  /// The name of the account and of its folder: lower-case letters, digits and hyphens.
  public let name: String

  /// The time of the account's creation.
  public let created: Timestamp

  /// Creates an account.
  ///
  /// - Throws: ``AccountError/invalidName(_:)`` if the name is not valid for a folder.
  public init(name: String, created: Timestamp) throws(AccountError) {
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"
    guard (1...32).contains(name.count), name.allSatisfy(allowed.contains), name.first != "-" else {
      throw .invalidName(name)
    }
    self.name = name
    self.created = created
  }
}
